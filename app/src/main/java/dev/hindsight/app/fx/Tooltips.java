package dev.hindsight.app.fx;

import javafx.event.EventHandler;
import javafx.scene.control.Control;
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

  private record FirstVisit(Control control, String words) implements EventHandler<MouseEvent> {
    @Override
    public void handle(MouseEvent event) {
      control.removeEventFilter(MouseEvent.MOUSE_ENTERED, this);
      control.setTooltip(new Tooltip(words));
    }
  }
}
