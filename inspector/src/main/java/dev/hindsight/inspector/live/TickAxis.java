package dev.hindsight.inspector.live;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.Tone;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Font;

/// Paints an axis of ticks below a picture. FX thread.
public final class TickAxis {
  /// Height of the axis, in units.
  public static final double HEIGHT = 17;

  private static final double LABEL_GAP = 64;

  private TickAxis() {}

  /// Marks ticks at round numbers.
  ///
  /// @param ticks not empty
  /// @param left where the first tick begins
  /// @param width of all ticks
  /// @param top of the axis
  public static void paint(
      GraphicsContext g, Palette palette, Span ticks, double left, double width, double top) {
    int count = ticks.ticks();
    int step = 1;
    for (int times = 0; step * width / count < LABEL_GAP && step < 1_000_000; times++) {
      step = times % 3 == 1 ? step / 2 * 5 : step * 2;
    }
    g.setFont(Font.font(10));
    g.setTextBaseline(VPos.TOP);
    g.setStroke(FxColours.of(palette.rgb(Tone.STATIC)));
    g.setFill(FxColours.of(palette.rgb(Tone.TEXT_MUTED)));
    g.setLineWidth(1);
    for (int tick = (ticks.from() + step - 1) / step * step; tick < ticks.to(); tick += step) {
      double x = Math.floor(left + (tick - ticks.from() + 0.5) * width / count) + 0.5;
      g.strokeLine(x, top, x, top + 4);
      if (x + 3 + 7 * Integer.toString(tick).length() < left + width) {
        g.fillText((tick == 0 ? wording("TickAxis.tick") : "") + tick, x + 3, top + 2);
      }
    }
  }
}
