package dev.hindsight.render.stage;

import java.awt.image.BufferedImage;

/// The difference of two pictures of one size, sensitive to single places: a missing car is 0.01 %
/// of a town's pixels, but all of one square.
///
/// Both pictures are first blurred by 3 by 3 pixels, so that edges that two rasterisers antialias
/// differently count little and missing shapes count fully.
///
/// @param share fraction of the pixels, `0..1`, in which red, green or blue differs by more than
///   [#PLAIN]
/// @param worst the mean difference of red, green and blue, `0..255`, in the square of [#SQUARE]
///   pixels in which it is greatest
/// @param x left edge of that square
/// @param y top edge of that square
record PictureDifference(double share, double worst, int x, int y) {
  /// A clearly visible difference.
  static final int PLAIN = 32;

  /// Side of the squares that are compared.
  static final int SQUARE = 6;

  static PictureDifference between(BufferedImage a, BufferedImage b) {
    int width = a.getWidth();
    int height = a.getHeight();
    double[] difference = new double[width * height];
    int plain = 0;
    int[][] one = blurred(a);
    int[][] other = blurred(b);
    for (int i = 0; i < difference.length; i++) {
      int most = 0;
      for (int channel = 0; channel < 3; channel++) {
        int apart = Math.abs(one[channel][i] - other[channel][i]);
        most = Math.max(most, apart);
        difference[i] += apart / 3.0;
      }
      plain += most > PLAIN ? 1 : 0;
    }
    double worst = 0;
    int atX = 0;
    int atY = 0;
    for (int y = 0; y + SQUARE <= height; y += 2) {
      for (int x = 0; x + SQUARE <= width; x += 2) {
        double mean = mean(difference, width, x, y);
        if (mean > worst) {
          worst = mean;
          atX = x;
          atY = y;
        }
      }
    }
    return new PictureDifference((double) plain / difference.length, worst, atX, atY);
  }

  private static double mean(double[] difference, int width, int left, int top) {
    double sum = 0;
    for (int y = top; y < top + SQUARE; y++) {
      for (int x = left; x < left + SQUARE; x++) {
        sum += difference[y * width + x];
      }
    }
    return sum / (SQUARE * SQUARE);
  }

  /// Red, green and blue, each `[height * width]`.
  private static int[][] blurred(BufferedImage image) {
    int width = image.getWidth();
    int height = image.getHeight();
    int[] rgb = image.getRGB(0, 0, width, height, null, 0, width);
    int[][] channels = new int[3][width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        for (int channel = 0; channel < 3; channel++) {
          int sum = 0;
          for (int dy = -1; dy <= 1; dy++) {
            int row = Math.clamp(y + dy, 0, height - 1) * width;
            for (int dx = -1; dx <= 1; dx++) {
              sum += rgb[row + Math.clamp(x + dx, 0, width - 1)] >> (16 - 8 * channel) & 0xff;
            }
          }
          channels[channel][y * width + x] = sum / 9;
        }
      }
    }
    return channels;
  }
}
