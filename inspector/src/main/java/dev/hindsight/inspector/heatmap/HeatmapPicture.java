package dev.hindsight.inspector.heatmap;

import java.util.Arrays;

/// Paints the picture of an observation: a pixel shows, of all its numbers, the one furthest from
/// the mean of its dimension, so that outliers survive at any size.
final class HeatmapPicture {
  private HeatmapPicture() {}

  /// @param pixels `[height * width]`, overwritten
  static void paint(
      HeatmapData data, DivergingColours colours, int width, int height, int[] pixels) {
    Arrays.fill(pixels, 0, width * height, colours.of(HeatmapData.NOTHING));
    for (int y = 0; y < height && data.columns() > 0 && data.dimensions() > 0; y++) {
      int top = begin(y, height, data.dimensions());
      int bottom = end(y, height, data.dimensions());
      for (int x = 0; x < width; x++) {
        int left = begin(x, width, data.columns());
        int right = end(x, width, data.columns());
        pixels[y * width + x] = colours.of(furthest(data, left, right, top, bottom));
      }
    }
  }

  /// The first of n items that falls on a pixel.
  private static int begin(int pixel, int pixels, int n) {
    return (int) ((long) pixel * n / pixels);
  }

  private static int end(int pixel, int pixels, int n) {
    return Math.max(begin(pixel, pixels, n) + 1, (int) (((pixel + 1L) * n + pixels - 1) / pixels));
  }

  private static int furthest(HeatmapData data, int left, int right, int top, int bottom) {
    int best = HeatmapData.NOTHING;
    int most = Integer.MIN_VALUE;
    for (int column = left; column < Math.min(right, data.columns()); column++) {
      for (int d = top; d < Math.min(bottom, data.dimensions()); d++) {
        int level = data.level(column, d);
        int weight = data.weight(level, d);
        if (weight > most) {
          most = weight;
          best = level;
        }
      }
    }
    return best;
  }
}
