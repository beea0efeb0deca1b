package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.panel.PaneKinds;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.Region;
import javafx.stage.Window;
import org.junit.jupiter.api.Test;

/// A maximised pane, and the context menu of its tab.
class MaximisedPaneTest extends SampleWindowTest {
  private static final PaneId AGENTS = PaneId.of("agents");

  @Test
  void aSecondClickOnATabMaximisesItsPaneAndEscapeGivesItItsPlaceBack() throws TimeoutException {
    Layout before = layout();
    double narrow = width("panel.agents");
    hands.clickTwice(window.find("dock.agents", Node.class), 20, 10);

    assertEquals(Optional.of(AGENTS), maximised());
    double all = window.onFx(() -> ((Region) docks()).getWidth());
    assertTrue(width("panel.agents") > all - 30, width("panel.agents") + " of " + all);
    assertEquals(before, layout(), "the layout is as it was");

    hands.press("ESCAPE");
    assertEquals(Optional.empty(), maximised());
    assertEquals(narrow, width("panel.agents"), 1);
    assertEquals(before, layout());
  }

  @Test
  void theSameWithTheKeyboard() throws TimeoutException {
    focus(AGENTS);
    double narrow = width("panel.agents");
    hands.press("Ctrl+Shift+ENTER");
    assertEquals(Optional.of(AGENTS), maximised());
    assertTrue(width("panel.agents") > narrow + 100);
    hands.press("Ctrl+Shift+ENTER");
    assertEquals(Optional.empty(), maximised());
    assertEquals(narrow, width("panel.agents"), 1);
  }

  @Test
  void openingAnotherPaneGivesAMaximisedOneItsPlaceBack() throws TimeoutException {
    focus(AGENTS);
    hands.press("Ctrl+Shift+ENTER");
    PaneId facts = PaneId.of(PaneKinds.FACTS);
    window.onFx(() -> {
      document.layout().send(new LayoutCommand.Open(facts, PaneKinds.home(PaneKinds.FACTS)));
      return true;
    });
    window.settle();
    assertEquals(Optional.empty(), maximised());
    assertTrue(window.has("facts.list"));
  }

  @Test
  void theMenuOfATabClosesTheTabsBesideItAndOneUndoBringsThemBack() throws TimeoutException {
    Layout before = layout();
    assertTrue(before.holds(PaneId.of("scores")));
    ContextMenu menu = menuOf("dock.agents");
    List<String> words = menu.getItems().stream().map(MenuItem::getText).toList();
    assertTrue(words.contains("Maximise"), words.toString());
    assertTrue(words.contains(PaneKinds.named("agents").orElseThrow().help()), words.toString());
    fire(menu, "tab.menu.others");
    assertFalse(layout().holds(PaneId.of("scores")));
    assertTrue(layout().holds(AGENTS));

    hands.press("Ctrl+Z");
    assertTrue(layout().sameArrangement(before));
  }

  @Test
  void theMenuOfATabMovesItsPane() throws TimeoutException {
    Layout before = layout();
    fire(menuOf("dock.agents"), "tab.menu.move.bottom");
    assertFalse(layout().sameArrangement(before));
    assertTrue(layout().holds(AGENTS));
  }

  private ContextMenu menuOf(String tab) throws TimeoutException {
    hands.askForMenu(window.find(tab, Node.class), new Point2D(10, 8));
    return window.onFx(() ->
        Window.getWindows().stream()
            .filter(shown -> shown instanceof ContextMenu menu && "tab.menu".equals(menu.getId()))
            .map(ContextMenu.class::cast)
            .findFirst()
            .orElseThrow());
  }

  private void fire(ContextMenu menu, String id) throws TimeoutException {
    window.onFx(() -> {
      menu.getItems().stream()
          .filter(item -> id.equals(item.getId()))
          .findFirst()
          .orElseThrow()
          .fire();
      menu.hide();
      return true;
    });
    window.settle();
  }

  private void focus(PaneId pane) throws TimeoutException {
    window.onFx(() -> {
      ((dev.hindsight.app.dock.Docks) docks()).focus(pane);
      return true;
    });
    window.settle();
  }

  private Node docks() {
    return window.stage().getScene().lookup(".hs-docks");
  }

  private Optional<PaneId> maximised() {
    return window.onFx(() -> document.maximised().state());
  }

  private Layout layout() {
    return window.onFx(() -> document.layout().state());
  }

  private double width(String id) {
    return window.onFx(() -> window.find(id, Region.class).getWidth());
  }
}
