package dev.hindsight.app.timeline;

import java.util.Arrays;
import javafx.scene.image.Image;

/// Draws a series into pixels: a hot loop, allocates nothing unless the size changes. FX thread.
///
/// Every pixel column covers all ticks behind it, so nothing is lost: a curve reaches from the
/// smallest to the largest value, a flag that is true for some of the ticks is hatched, steps reach
/// from the lowest to the highest, and several categories in one column appear as a grey check
/// pattern.
final class ColumnRaster {
  private final LanePixels target = new LanePixels();
  private int width;
  private int height;
  private int[] pixels = new int[0];
  private float[] lows = new float[0];
  private float[] highs = new float[0];

  /// The last picture.
  Image image() {
    return target.image();
  }

  /// Draws a lane.
  ///
  /// @param newWidth in pixels, at least 1
  /// @param newHeight in pixels, at least 1
  /// @param window the visible ticks
  void draw(
      LaneData.Ready lane,
      TimeWindow window,
      LaneColours.Pixels pixelColours,
      int newWidth,
      int newHeight) {
    if (newWidth != width) {
      lows = new float[newWidth];
      highs = new float[newWidth];
    }
    width = newWidth;
    height = newHeight;
    pixels = target.clear(width, height);
    lane.series().columns(window.first(), window.span() / width, lows, highs);
    switch (lane.form()) {
      case FLAG -> flags(pixelColours);
      case CATEGORY -> categories(pixelColours, window.span() < width / 3.0);
      case STEPS -> steps(lane, pixelColours);
      case CURVE -> curve(lane, pixelColours);
    }
    target.update();
  }

  private void flags(LaneColours.Pixels pixelColours) {
    int top = height / 5;
    int bottom = height - Math.max(1, height / 5);
    for (int column = 0; column < width; column++) {
      if (highs[column] <= 0 || highs[column] < lows[column]) {
        continue;
      }
      boolean all = lows[column] > 0;
      for (int y = top; y < bottom; y++) {
        if (all || (y + column) % 3 == 0) {
          pixels[y * width + column] = pixelColours.flag();
        }
      }
    }
  }

  /// There are more values than colours, so a gap separates neighbouring values of the same colour.
  private void categories(LaneColours.Pixels pixelColours, boolean gaps) {
    for (int column = 0; column < width; column++) {
      boolean starts = column > 0 && lows[column] != lows[column - 1];
      if (highs[column] < lows[column] || (gaps && starts)) {
        continue;
      }
      boolean one = lows[column] == highs[column];
      int colour = one ? pixelColours.category((int) lows[column]) : pixelColours.muted();
      for (int y = 2; y < height - 2; y++) {
        if (one || ((y ^ column) & 2) == 0) {
          pixels[y * width + column] = colour;
        }
      }
    }
  }

  /// Draws a bar from the neutral line up or down to the action, with a brighter end.
  private void steps(LaneData.Ready lane, LaneColours.Pixels pixelColours) {
    double most = Math.max(1, lane.highest());
    int middle = height / 2;
    double each = (middle - 1) / most;
    int edge = Math.max(1, height / 12);
    Arrays.fill(pixels, middle * width, (middle + 1) * width, pixelColours.grid());
    for (int column = 0; column < width; column++) {
      if (highs[column] < lows[column]) {
        continue;
      }
      int top = row(middle - highs[column] * each);
      int bottom = row(middle - lows[column] * each);
      fill(column, top, middle, pixelColours.more());
      fill(column, middle + 1, bottom + 1, pixelColours.less());
      if (highs[column] > 0) {
        fill(column, top, Math.min(middle, top + edge), pixelColours.moreEdge());
      }
      if (lows[column] < 0) {
        fill(column, Math.max(middle + 1, bottom + 1 - edge), bottom + 1, pixelColours.lessEdge());
      }
      if (lows[column] <= 0 && highs[column] >= 0) {
        fill(column, middle, middle + 1, pixelColours.joint());
      }
    }
  }

  private void curve(LaneData.Ready lane, LaneColours.Pixels pixelColours) {
    double low = lane.lowest();
    double high = lane.highest();
    if (low > high) {
      return;
    }
    int room = height - 5;
    int thick = Math.max(1, height / 30 + 1);
    double scale = high > low ? room / (high - low) : 0;
    double middle = high > low ? 2 : height / 2.0;
    if (low < 0 && high > 0) {
      int zero = (int) Math.round(middle + high * scale);
      Arrays.fill(pixels, zero * width, (zero + 1) * width, pixelColours.grid());
    }
    int topBefore = -1;
    int bottomBefore = -1;
    for (int column = 0; column < width; column++) {
      if (highs[column] < lows[column]) {
        topBefore = -1;
        continue;
      }
      int top = row(middle + (high - highs[column]) * scale);
      int bottom = Math.min(height - 1, row(middle + (high - lows[column]) * scale) + thick - 1);
      if (topBefore >= 0) {
        // The connection between two columns is not a value of either, and is fainter.
        fill(column, bottomBefore, top, pixelColours.joint());
        fill(column, bottom, topBefore, pixelColours.joint());
      }
      fill(column, top, bottom + 1, pixelColours.curve());
      topBefore = top;
      bottomBefore = bottom;
    }
  }

  /// Infinite values go to the edge.
  private int row(double y) {
    return Math.clamp(Math.round(y), 0, height - 1);
  }

  private void fill(int column, int from, int to, int colour) {
    for (int y = Math.max(0, from); y < to; y++) {
      pixels[y * width + column] = colour;
    }
  }
}
