package dev.hindsight.render.film;

import java.awt.image.BufferedImage;
import java.util.function.IntToDoubleFunction;

/// The similarity of two pictures: peak signal-to-noise ratio in decibels, 10 lg(255² / mean
/// squared error).
final class Psnr {
  private Psnr() {}

  /// Over red, green and blue.
  static double ofColours(BufferedImage a, BufferedImage b) {
    return (ratio(a, b, rgb -> rgb >> 16 & 0xff)
            + ratio(a, b, rgb -> rgb >> 8 & 0xff)
            + ratio(a, b, rgb -> rgb & 0xff))
        / 3;
  }

  /// Over brightness (ITU-R BT.709), which is what films keep for every pixel.
  static double ofBrightness(BufferedImage a, BufferedImage b) {
    return ratio(
        a,
        b,
        rgb -> 0.2126 * (rgb >> 16 & 0xff) + 0.7152 * (rgb >> 8 & 0xff) + 0.0722 * (rgb & 0xff));
  }

  private static double ratio(BufferedImage a, BufferedImage b, IntToDoubleFunction sample) {
    double sum = 0;
    for (int y = 0; y < a.getHeight(); y++) {
      for (int x = 0; x < a.getWidth(); x++) {
        double difference =
            sample.applyAsDouble(a.getRGB(x, y)) - sample.applyAsDouble(b.getRGB(x, y));
        sum += difference * difference;
      }
    }
    return 10 * Math.log10(255.0 * 255.0 * a.getWidth() * a.getHeight() / sum);
  }
}
