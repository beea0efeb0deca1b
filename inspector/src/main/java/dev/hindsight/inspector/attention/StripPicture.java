package dev.hindsight.inspector.attention;

import dev.hindsight.inspector.live.FxImages;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;
import javafx.scene.canvas.GraphicsContext;

/// Rows of numbers by slot as a strip. Each row has its own scale, up to its largest number, so
/// that a head that spreads its weight stays readable.
///
/// @param argb `[height * width]`, `0xAARRGGBB`
public record StripPicture(int width, int height, int[] argb) {
  /// Draws the strip, stretched to a rectangle.
  public void draw(GraphicsContext g, double x, double y, double wide, double high) {
    g.drawImage(FxImages.image(width, height, argb), x, y, wide, high);
  }

  /// Paints the rows from top to bottom with a dark line of pixels between them.
  ///
  /// @param rows numbers of 0 or more, by slot
  /// @param slots slots that fit into the width; slots without a number yet stay empty
  public static StripPicture of(
      List<float[]> rows, int slots, int width, int rowHeight, AttentionColours colours) {
    int height = Math.max(1, rows.size() * rowHeight);
    int[] argb = new int[width * height];
    for (int row = 0; row < rows.size(); row++) {
      float[] numbers = rows.get(row);
      float most = Float.MIN_NORMAL;
      for (float number : numbers) {
        most = Math.max(most, Float.isNaN(number) ? most : number);
      }
      AttentionTrace line =
          new AttentionTrace(
              new Span(0, 1),
              1,
              AttentionTrace.rectangle(1, numbers.length),
              new float[][] {numbers},
              new float[0][],
              new float[0],
              new float[0]);
      new AttentionRaster(
              line, numbers, new AttentionScale(AttentionScale.Kind.LINEAR, most), Diagonal.SHOWN)
          .paint(
              new AttentionMapViewport(0, 1, 0, Math.max(1, slots)),
              colours,
              argb,
              width,
              new PixelBox(0, row * rowHeight, width, rowHeight - 1));
    }
    return new StripPicture(width, height, argb);
  }
}
