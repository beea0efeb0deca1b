package dev.hindsight.app.fx;

import javafx.event.EventHandler;
import javafx.scene.Node;
import javafx.scene.control.Control;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;

/// Words that come up where the mouse rests. FX thread.
///
/// The tooltip is made when the mouse first comes by: each is a window with a scene of its own, and
/// to make those of all buttons took a tenth of the time in which the window comes up.
public final class Tooltips {
  private Tooltips() {}

  /// Gives a control its words, once and for all.
  public static void on(Control control, String words) {
    // As a tooltip would say it to those who hear the window.
    control.setAccessibleHelp(words);
    control.addEventFilter(MouseEvent.MOUSE_ENTERED, new FirstVisit(control, words));
  }

  /// Gives an item of a menu that is showing its words. The item has a node, which can take them,
  /// only while its menu shows; a node that has them already keeps them.
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
