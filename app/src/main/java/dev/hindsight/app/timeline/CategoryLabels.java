package dev.hindsight.app.timeline;

import dev.hindsight.inspector.series.Pyramid;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.TextAlignment;

/// Writes the values of a lane of categories on it, where there is room. FX thread.
final class CategoryLabels {
  /// A letter or two.
  private static final double LEAST_ROOM = 12;

  private final GraphicsContext pen;
  private final LaneInk ink;
  private final LaneScale scale;

  CategoryLabels(GraphicsContext pen, LaneInk ink, LaneScale scale) {
    this.pen = pen;
    this.ink = ink;
    this.scale = scale;
  }

  /// Looks only at as many ticks as could have room for a label.
  void write(Pyramid series, double top, double height) {
    int end = (int) Math.min(series.ticks(), Math.ceil(scale.first() + scale.span()));
    if (scale.span() > 8 * scale.width() || height < 11) {
      return;
    }
    int begin = (int) Math.max(0, Math.floor(scale.first()));
    for (int tick = begin + 1; tick <= end; tick++) {
      if (tick == end || series.value(tick) != series.value(begin)) {
        label(series.value(begin), begin, tick, top + height / 2);
        begin = tick;
      }
    }
  }

  private void label(float value, int from, int to, double y) {
    double left = Math.max(scale.left(), scale.x(from));
    double right = Math.min(scale.left() + scale.width(), scale.x(to));
    String words = Integer.toString((int) value);
    if (right - left >= LEAST_ROOM && LaneText.width(words, LaneText.SMALL) + 4 <= right - left) {
      LaneText.write(
          pen,
          words,
          LaneText.SMALL,
          ink.on((int) value),
          (left + right) / 2,
          y,
          TextAlignment.CENTER);
    }
  }
}
