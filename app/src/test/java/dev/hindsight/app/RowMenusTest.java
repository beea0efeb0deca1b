package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.breakpoints.BreakpointCommand;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.PresetBreakpoint;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Control;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.Test;

/// The context menus for rows of lists.
class RowMenusTest extends SampleWindowTest {
  @Test
  void theMenuOfABookmarkGoesThereAndRemovesIt() throws TimeoutException {
    seek(30);
    hands.press("Ctrl+D");
    seek(5);
    open(PaneKinds.BOOKMARKS);
    choose("bookmarks.list");

    fire("bookmarks.list", "Go to this bookmark");
    assertEquals(30, window.onFx(() -> document.timeline().state().tick()));
    fire("bookmarks.list", "Remove");
    assertEquals(
        List.of(), window.onFx(() -> document.timelineModel().bookmarks().state().bookmarks()));
    assertTrue(item("bookmarks.list", "Remove").isDisable(), "there is no row any more");
  }

  @Test
  void theMenuOfABreakpointSwitchesItOffAndRemovesIt() throws TimeoutException {
    var book = window.onFx(() -> window.context().breakpoints(document).book());
    window.onFx(() -> {
      book.send(new BreakpointCommand.Add(PresetBreakpoint.COLLISION.breakpoint()));
      return true;
    });
    open(PaneKinds.BREAKPOINTS);
    choose("breakpoints.list");

    fire("breakpoints.list", "Switch on or off");
    assertEquals(
        Breakpoint.Use.OFF, window.onFx(() -> book.state().breakpoints().getFirst().use()));
    fire("breakpoints.list", "Remove");
    assertEquals(List.of(), window.onFx(() -> book.state().breakpoints()));
  }

  @Test
  void everyListOfRowsHasAMenu() throws TimeoutException {
    open(PaneKinds.FACTS);
    assertTrue(words("facts.list").contains("Delete"));
    assertTrue(item("facts.list", "Go to where it fails").isDisable(), "no fact is chosen");
    open(PaneKinds.BRANCHES);
    assertTrue(words("branches.tree").contains("Compare with its parent"));
  }

  @Test
  void theTitleOfABranchStaysAsItIsTypedWhateverHappensMeanwhile() throws TimeoutException {
    open(PaneKinds.BRANCHES);
    TextField title = window.find("branch.title", TextField.class);
    window.onFx(() -> {
      title.setText("brakes ear");
      return true;
    });
    seek(12);
    window.onFx(() -> {
      dev.hindsight.app.branch.BranchController.of(document, window.context()).read();
      return true;
    });
    window.settle();
    assertEquals("brakes ear", window.onFx(title::getText));
  }

  private void seek(int tick) {
    window.onFx(() -> {
      document.timeline().send(new TimelineCommand.Seek(tick));
      return true;
    });
  }

  private void open(String pane) throws TimeoutException {
    window.onFx(() -> {
      document.layout().send(new LayoutCommand.Open(PaneId.of(pane), PaneKinds.home(pane)));
      return true;
    });
    window.settle();
  }

  private void choose(String list) {
    window.onFx(() -> {
      window.find(list, ListView.class).getSelectionModel().select(0);
      return true;
    });
  }

  private void fire(String list, String words) throws TimeoutException {
    MenuItem item = item(list, words);
    assertFalse(item.isDisable(), words);
    window.onFx(() -> {
      item.fire();
      return true;
    });
    window.settle();
  }

  private MenuItem item(String list, String words) {
    return window.onFx(() ->
        menu(list).getItems().stream()
            .filter(each -> words.equals(each.getText()))
            .findFirst()
            .orElseThrow());
  }

  private List<String> words(String list) {
    return window.onFx(() -> menu(list).getItems().stream().map(MenuItem::getText).toList());
  }

  /// The menu as it appears.
  private ContextMenu menu(String list) {
    ContextMenu menu = window.find(list, Control.class).getContextMenu();
    menu.show(window.stage());
    menu.hide();
    return menu;
  }
}
