package dev.hindsight.app.fx;

import javafx.event.EventHandler;
import javafx.scene.Node;
import javafx.scene.control.Control;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;

/// Texts that appear where the mouse rests. FX thread.
///
/// A tooltip is created when the mouse first arrives: each is a window with its own scene, and
/// creating those of all buttons took a tenth of the time to open the window.
public final class Tooltips {
  private Tooltips() {}

  /// Sets the text of a control, for good.
  public static void on(Control control, String words) {
    // Gives screen readers the same text as the tooltip.
    control.setAccessibleHelp(words);
    control.addEventFilter(MouseEvent.MOUSE_ENTERED, new FirstVisit(control, words));
  }

  /// Sets the text of an item of a visible menu. The item has a node for it only while its menu is
  /// visible; a node that has a text keeps it.
  public static void on(MenuItem item, String words) {
    Node node = item.getStyleableNode();
    if (node == null || node.getProperties().putIfAbsent(Tooltips.class, words) != null) {
      return;
    }
    node.setAccessibleHelp(words);
    node.addEventFilter(MouseEvent.MOUSE_ENTERED, new FirstVisitOfItem(node, words));
  }

  private record FirstVisitOfItem(Node node, String words) implements EventHandler<MouseEvent> {
    @Override
    public void handle(MouseEvent event) {
      node.removeEventFilter(MouseEvent.MOUSE_ENTERED, this);
      Tooltip.install(node, new Tooltip(words));
    }
  }

  private record FirstVisit(Control control, String words) implements EventHandler<MouseEvent> {
    @Override
    public void handle(MouseEvent event) {
      control.removeEventFilter(MouseEvent.MOUSE_ENTERED, this);
      control.setTooltip(new Tooltip(words));
    }
  }
}
