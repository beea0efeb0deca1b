package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.window.Shell;
import dev.hindsight.app.workspace.ViewCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.Pane;
import org.junit.jupiter.api.Test;

/// The menus, and the Help dialogs.
class MenusTest extends SampleWindowTest {
  /// In pixels: the smallest window minus its own bars.
  private static final double ROOM = 700 - 60;

  @Test
  void noMenuIsHigherThanTheSmallestWindow() {
    List<String> high = new ArrayList<>();
    window.onFx(() -> {
      menus(bar().getMenus()).toList().forEach(menu -> measure(menu, high));
      return true;
    });
    assertEquals(List.of(), high);
  }

  private static Stream<Menu> menus(List<? extends MenuItem> items) {
    return items.stream()
        .filter(Menu.class::isInstance)
        .map(Menu.class::cast)
        .flatMap(menu -> Stream.concat(Stream.of(menu), menus(menu.getItems())));
  }

  /// Measures a menu in its own popup, as it would appear.
  private void measure(Menu menu, List<String> high) {
    Event.fireEvent(menu, new Event(Menu.ON_SHOWING));
    ContextMenu popup = new ContextMenu();
    popup.getItems().setAll(menu.getItems());
    popup.show(window.stage());
    double height = popup.getSkin().getNode().prefHeight(-1);
    popup.hide();
    assertTrue(height > 20, menu.getText() + " is " + height + " high");
    if (height > ROOM) {
      high.add(menu.getText() + " is " + height + " high");
    }
  }

  @Test
  void undoAndRedoNameWhatTheyChange() {
    window.onFx(() -> {
      document.view().send(new ViewCommand.Select(3));
      return true;
    });
    assertEquals("Undo Select agent 3", item("edit.undo"));
    window.onFx(() -> {
      document.layout().send(new LayoutCommand.Close(PaneId.of("scores")));
      return true;
    });
    assertEquals("Undo Close Scores", item("edit.undo"));
    window.onFx(() -> {
      window.command("edit.undo");
      return true;
    });
    assertEquals("Redo Close Scores", item("edit.redo"));
    window.onFx(() -> {
      document
          .layout()
          .send(new LayoutCommand.Move(PaneId.of("agents"), dev.hindsight.app.dock.DockEdge.LEFT));
      return true;
    });
    assertEquals("Undo Move pane", item("edit.undo"));
  }

  @Test
  void recentFilesAreListedNewestFirstAndThoseThatAreGoneAreGreyed() throws Exception {
    Path gone = folder.resolve("gone.rollout");
    Path here = Files.copy(SampleRecording.in(folder), folder.resolve("here.rollout"));
    Path begun = folder.resolve("begun.rollout");
    Path _ = Files.createFile(folder.resolve("begun.rollout.part"));
    window.onFx(() -> {
      window.context().preferences().send(kept -> kept.opened(begun).opened(gone).opened(here));
      return true;
    });
    window.settle();

    List<MenuItem> files = window.onFx(() -> recent());
    assertTrue(files.get(0).getText().startsWith("here.rollout"), files.get(0).getText());
    assertFalse(files.get(0).isDisable());
    assertTrue(files.get(1).getText().startsWith("gone.rollout"), files.get(1).getText());
    assertTrue(files.get(1).isDisable());
    assertTrue(files.get(2).getText().startsWith("begun.rollout"), files.get(2).getText());
    assertFalse(files.get(2).isDisable(), "an unfinished recording can be opened");

    window.onFx(() -> {
      files.get(0).fire();
      return true;
    });
    window.untilComplete();
    assertEquals(
        here,
        window.onFx(
            () -> window.context().workspace().state().document().orElseThrow().rollout().file()));

    window.onFx(() -> {
      window.command("file.clearRecent");
      return true;
    });
    assertEquals(1, window.onFx(() -> recent().size()), "only the item that clears is left");
  }

  @Test
  void theSheetOfShortcutsIsNarrowedByWhatIsTyped() throws TimeoutException {
    hands.press("F1");
    int all = rows();
    hands.type("film");
    List<String> found = words();
    assertTrue(found.contains("Export film…"), found.toString());
    assertTrue(rows() < all / 5, rows() + " of " + all);

    hands.type("xyzzyq");
    assertEquals(List.of("No match"), words());
    hands.press("ESCAPE");
    assertFalse(window.onFx(() -> ((Shell) window.stage().getScene().getRoot()).shown()));
  }

  @Test
  void helpShowsTheVersionAndOpensTheDocumentationBesideTheProgram() throws Exception {
    window.onFx(() -> {
      window.command("help.about");
      return true;
    });
    String about = String.join("\n", labels(window.find("about", Pane.class)));
    assertTrue(about.contains(Runtime.version().toString()), about);
    assertTrue(about.contains("PyTorch"), about);
    hands.press("ESCAPE");

    Path docs = Files.createDirectories(folder.resolve("docs"));
    Files.writeString(docs.resolve("README.md"), "start");
    System.setProperty("hindsight.docs", docs.toString());
    try {
      window.onFx(() -> {
        window.command("help.docs");
        return true;
      });
      window.settle();
      assertEquals(List.of(docs.resolve("README.md")), window.launched());
    } finally {
      System.clearProperty("hindsight.docs");
    }
  }

  private MenuBar bar() {
    return (MenuBar) window.stage().getScene().lookup(".menu-bar");
  }

  /// The text of an item, as its menu shows it.
  private String item(String id) {
    return window.onFx(() -> {
      Menu edit =
          bar().getMenus().stream()
              .filter(menu ->
                  menu.getItems().stream().anyMatch(item -> ("menu." + id).equals(item.getId())))
              .findFirst()
              .orElseThrow();
      edit.show();
      edit.hide();
      return edit.getItems().stream()
          .filter(item -> ("menu." + id).equals(item.getId()))
          .findFirst()
          .orElseThrow()
          .getText();
    });
  }

  private List<MenuItem> recent() {
    Menu file = bar().getMenus().getFirst();
    Menu recent =
        (Menu)
            file.getItems().stream()
                .filter(item -> "Open recent".equals(item.getText()))
                .findFirst()
                .orElseThrow();
    file.show();
    recent.show();
    List<MenuItem> items = List.copyOf(recent.getItems());
    file.hide();
    return items;
  }

  private int rows() {
    return words().size();
  }

  private List<String> words() {
    return window.onFx(() -> labels(window.find("shortcuts.columns", Pane.class)));
  }

  private static List<String> labels(Node node) {
    return all(node)
        .filter(Label.class::isInstance)
        .map(label -> ((Label) label).getText())
        .filter(words -> !words.isEmpty())
        .toList();
  }

  private static Stream<Node> all(Node node) {
    return Stream.concat(
        Stream.of(node),
        node instanceof Parent parent
            ? parent.getChildrenUnmodifiable().stream().flatMap(MenusTest::all)
            : Stream.empty());
  }
}
