package dev.hindsight.app.timeline;

import java.util.Arrays;
import javafx.scene.image.Image;

/// Draws stacked parts of the reward into pixels: positive ones up from the middle, negative ones
/// down. A hot loop: allocates nothing unless the size changes. FX thread.
///
/// A pixel column with several ticks shows the one whose parts are largest. Every second part is
/// hatched, so that neighbours differ in more than colour. A stack that is cut off ends in a line.
final class RewardStackRaster {
  /// From this many pixels on, ticks are apart.
  private static final double WIDE_TICK = 4;

  private final LanePixels target = new LanePixels();
  private int width;
  private int height;
  private int[] pixels = new int[0];

  /// The last picture.
  Image image() {
    return target.image();
  }

  /// @param newWidth in pixels, at least 1
  /// @param newHeight in pixels, at least 1
  /// @param window the visible ticks
  void draw(
      RewardStack stack,
      TimeWindow window,
      LaneColours.Pixels pixelColours,
      int newWidth,
      int newHeight) {
    width = newWidth;
    height = newHeight;
    pixels = target.clear(width, height);
    int middle = height / 2;
    double unit = (middle - 1) / stack.reach();
    double perColumn = window.span() / width;
    boolean apart = perColumn * WIDE_TICK <= 1;
    int last = -1;
    for (int column = 0; column < width; column++) {
      int from = (int) Math.floor(window.first() + column * perColumn);
      int to = Math.max(from + 1, (int) Math.floor(window.first() + (column + 1) * perColumn));
      to = Math.min(to, stack.read().ticks());
      if (from < 0 || from >= to || (apart && from != last && last >= 0)) {
        last = from;
        continue;
      }
      last = from;
      stack(stack, stack.read().largestIn(from, to), column, middle, unit, pixelColours);
    }
    Arrays.fill(pixels, middle * width, (middle + 1) * width, pixelColours.grid());
    target.update();
  }

  private void stack(
      RewardStack stack,
      int tick,
      int column,
      int middle,
      double unit,
      LaneColours.Pixels pixelColours) {
    double up = 0;
    double down = 0;
    for (int rank = 0; rank < stack.order().size(); rank++) {
      double value = stack.read().value(stack.order().get(rank), tick);
      if (value > 0) {
        segment(column, middle - unit * (up + value), middle - unit * up, rank, pixelColours);
        up += value;
      } else if (value < 0) {
        segment(column, middle + unit * down, middle + unit * (down - value), rank, pixelColours);
        down -= value;
      }
    }
    mark(column, up > stack.reach() * 1.001 ? 0 : -1, pixelColours);
    mark(column, down > stack.reach() * 1.001 ? height - 2 : -1, pixelColours);
  }

  /// Draws a part; one of at least half a pixel fills a pixel.
  private void segment(
      int column, double top, double bottom, int rank, LaneColours.Pixels pixelColours) {
    int from = (int) Math.clamp(Math.round(top), 0L, height);
    int to = (int) Math.clamp(Math.round(bottom), 0L, height);
    for (int y = from; y < to; y++) {
      pixels[y * width + column] = pixelColours.stacked(rank, column, y);
    }
  }

  /// The line where a stack is cut off.
  private void mark(int column, int y, LaneColours.Pixels pixelColours) {
    if (y >= 0) {
      pixels[y * width + column] = pixelColours.cut();
      pixels[(y + 1) * width + column] = pixelColours.cut();
    }
  }
}
