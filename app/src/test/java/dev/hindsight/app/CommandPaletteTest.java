package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.commands.AppCommand;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.panel.PaneKinds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.event.Event;
import javafx.geometry.Orientation;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ScrollBar;
import org.junit.jupiter.api.Test;

/// Searching for commands.
class CommandPaletteTest extends SampleWindowTest {
  private static final PaneId AGENTS = PaneId.of("agents");

  /// In one window, because nearly all the time of such a test goes into opening it.
  @Test
  void aNameOrASynonymFindsItsCommandFirst() throws TimeoutException {
    Map<String, String> first =
        Map.ofEntries(
            Map.entry("cache", "panel.cache"),
            Map.entry("gae", "panel.advantage"),
            Map.entry("attn", "panel.attention"),
            Map.entry("csv", "file.channel"),
            Map.entry("gif", "file.film"),
            Map.entry("mp4", "file.film"),
            Map.entry("png", "file.picture"),
            Map.entry("speed", "playback.faster"),
            Map.entry("theme", "view.theme"),
            Map.entry("font", "view.font.larger"),
            Map.entry("docs", "help.docs"),
            Map.entry("tick", "panel.tick"),
            Map.entry("quit", "file.quit"),
            Map.entry("export film", "file.film"),
            Map.entry("film export", "file.film"),
            Map.entry("scores", "panel.scores"));
    Map<String, String> found = new HashMap<>();
    for (String typed : first.keySet()) {
      hands.press("Ctrl+K");
      hands.type(typed);
      found.put(typed, found().stream().map(AppCommand::id).findFirst().orElse("nothing"));
      hands.press("Escape");
    }

    assertEquals(first, found);
  }

  @Test
  void whatNothingIsCalledIsNoMatch() throws TimeoutException {
    hands.press("Ctrl+K");
    hands.type("xyzzyq");

    assertEquals(List.of(), found());
    assertTrue(
        window.onFx(() ->
            list().lookupAll(".label").stream()
                .anyMatch(node ->
                    node instanceof Label label
                        && label.getText().equals("No match")
                        && label.isVisible())));
  }

  @Test
  void aPanelSaysWhatItIsForInThePaletteAndInTheMenu() throws TimeoutException {
    String help =
        PaneKinds.ALL.stream()
            .filter(kind -> kind.id().equals("agents"))
            .map(PaneKinds.Kind::help)
            .findFirst()
            .orElseThrow();
    assertEquals(List.of(), PaneKinds.ALL.stream().filter(kind -> kind.help().isBlank()).toList());

    hands.press("Ctrl+K");
    hands.type("agents");
    assertTrue(
        window.onFx(() ->
            list().lookupAll(".label").stream()
                .anyMatch(node -> node instanceof Label label && label.getText().equals(help))));
    hands.press("ESCAPE");

    assertEquals(help, helpInTheMenu());
  }

  /// A submenu is shown in its own popup, as the menu shows it.
  private String helpInTheMenu() {
    Menu group =
        ((MenuBar) window.stage().getScene().lookup(".menu-bar"))
            .getMenus().stream()
                .flatMap(menu -> menu.getItems().stream())
                .filter(Menu.class::isInstance)
                .map(Menu.class::cast)
                .filter(menu ->
                    menu.getItems().stream()
                        .anyMatch(item -> "menu.panel.agents".equals(item.getId())))
                .findFirst()
                .orElseThrow();
    MenuItem item =
        group.getItems().stream()
            .filter(each -> "menu.panel.agents".equals(each.getId()))
            .findFirst()
            .orElseThrow();
    window.onFx(() -> {
      ContextMenu popup = new ContextMenu();
      popup.getItems().setAll(group.getItems());
      popup.show(window.stage());
      Event.fireEvent(group, new Event(Menu.ON_SHOWN));
      return true;
    });
    return window.onFx(() -> item.getStyleableNode().getAccessibleHelp());
  }

  @Test
  void aPanelBehindAnotherIsBroughtToTheFrontAndOneInFrontIsClosed() throws TimeoutException {
    window.onFx(() -> {
      document.layout().send(new LayoutCommand.Open(AGENTS, PaneKinds.home("agents")));
      document.layout().send(new LayoutCommand.Open(PaneId.of("scores"), PaneKinds.home("scores")));
      document.layout().send(new LayoutCommand.Show(PaneId.of("scores")));
      return true;
    });
    window.settle();
    assertFalse(inFront(), "it lies behind Scores");

    pick("agents");
    assertTrue(inFront(), "it is shown");

    pick("agents");
    assertFalse(window.onFx(() -> document.layout().state().holds(AGENTS)), "it is closed");
  }

  @Test
  void whatIsTypedRightAfterAPaneWasOpenedOrClosedNarrowsThePalette() throws TimeoutException {
    for (int times = 0; times < 4; times++) {
      boolean held = window.onFx(() -> document.layout().state().holds(AGENTS));
      window.onFx(() -> {
        window.command("panel.agents");
        return true;
      });
      hands.hurry("Ctrl+K", "agents");
      assertEquals("panel.agents", found().stream().map(AppCommand::id).findFirst().orElse(""));
      hands.press("Enter");
      assertEquals(held, window.onFx(() -> document.layout().state().holds(AGENTS)));
    }
  }

  @Test
  void everyNameAndShortcutOfThePaletteIsWholeAndNothingMovesSideways() throws TimeoutException {
    for (String typed : List.of("", "cache", "end", "recording")) {
      hands.press("Ctrl+K");
      hands.type(typed);
      assertEquals(List.of(), window.onFx(this::cutOff), typed);
      assertFalse(
          window.onFx(() ->
              list().lookupAll(".scroll-bar").stream()
                  .anyMatch(node ->
                      node instanceof ScrollBar bar
                          && bar.getOrientation() == Orientation.HORIZONTAL
                          && bar.isVisible())),
          typed);
      hands.press("ESCAPE");
    }
  }

  /// Truncated titles and shortcuts; the reason why a command is unavailable may be truncated.
  private List<String> cutOff() {
    Set<String> whole =
        list().getItems().stream()
            .map(AppCommand.class::cast)
            .flatMap(command -> Stream.of(command.title(), command.shortcut()))
            .collect(Collectors.toSet());
    double right = list().localToScene(list().getLayoutBounds()).getMaxX();
    return list().lookupAll(".list-cell .label").stream()
        .map(Label.class::cast)
        .filter(label -> whole.contains(label.getText()))
        .filter(label ->
            label.getWidth() < Math.floor(label.prefWidth(-1))
                || label.localToScene(label.getLayoutBounds()).getMaxX() > right)
        .map(Label::getText)
        .toList();
  }

  private boolean inFront() {
    return window.onFx(() -> document.layout().state().inFront(AGENTS));
  }

  private void pick(String typed) throws TimeoutException {
    hands.press("Ctrl+K");
    hands.type(typed);
    hands.press("Enter");
  }

  private List<AppCommand> found() {
    return window.onFx(() -> list().getItems().stream().map(AppCommand.class::cast).toList());
  }

  private ListView<?> list() {
    return window.find("palette.list", ListView.class);
  }
}
