package dev.hindsight.inspector.attention;

import dev.hindsight.inspector.live.FxImages;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;
import javafx.scene.canvas.GraphicsContext;

/// Rows of numbers by slot as a strip, each row to its own largest number, so that a head that
/// spreads its weight is as readable as one that does not.
///
/// @param argb `[height * width]`, `0xAARRGGBB`
public record StripPicture(int width, int height, int[] argb) {
  /// Draws it, stretched to a place.
  public void draw(GraphicsContext g, double x, double y, double wide, double high) {
    g.drawImage(FxImages.image(width, height, argb), x, y, wide, high);
  }

  /// Paints one line of pixels under the other, a pixel dark between.
  ///
  /// @param rows numbers of 0 or more, by slot
  /// @param slots that fit into the width: what is still to come stays empty
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
