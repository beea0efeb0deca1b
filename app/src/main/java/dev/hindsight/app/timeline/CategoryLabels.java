package dev.hindsight.app.timeline;

import dev.hindsight.inspector.series.MinMaxPyramid;
import java.util.function.IntFunction;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.TextAlignment;

/// Writes the values of a lane of categories on it where there is room: in words, or else by
/// number. FX thread.
final class CategoryLabels {
  /// A letter or two.
  private static final double LEAST_ROOM = 12;

  private final IntFunction<String> names;
  private final GraphicsContext pen;
  private final LanePixelColours ink;
  private final LaneScale scale;

  /// @param names what a category is called
  CategoryLabels(
      GraphicsContext pen, LanePixelColours ink, LaneScale scale, IntFunction<String> names) {
    this.names = names;
    this.pen = pen;
    this.ink = ink;
    this.scale = scale;
  }

  /// Looks only at as many ticks as could have room for a label.
  void write(MinMaxPyramid series, double top, double height) {
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
    if (right - left < LEAST_ROOM || Float.isNaN(value)) {
      return;
    }
    double room = right - left - 4;
    String name = names.apply((int) value);
    String words =
        CanvasText.width(name, CanvasText.SMALL) <= room ? name : Integer.toString((int) value);
    if (CanvasText.width(words, CanvasText.SMALL) <= room) {
      CanvasText.write(
          pen,
          words,
          CanvasText.SMALL,
          ink.on((int) value),
          (left + right) / 2,
          y,
          TextAlignment.CENTER);
    }
  }
}
