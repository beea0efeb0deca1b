package dev.hindsight.app.timeline;

import java.nio.IntBuffer;
import java.util.Arrays;
import javafx.geometry.Rectangle2D;
import javafx.scene.image.Image;
import javafx.scene.image.PixelBuffer;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;

/// The pixels of a lane, shown as an image without copying them. Allocates nothing unless the size
/// changes. FX thread.
final class LanePixels {
  private int width;
  private int height;
  private int[] pixels = new int[0];
  private PixelBuffer<IntBuffer> buffer = buffer(new int[1], 1, 1);
  private WritableImage image = new WritableImage(buffer);

  private static PixelBuffer<IntBuffer> buffer(int[] pixels, int width, int height) {
    return new PixelBuffer<>(
        width, height, IntBuffer.wrap(pixels), PixelFormat.getIntArgbPreInstance());
  }

  /// Makes all pixels transparent, at a size.
  ///
  /// @return the pixels, premultiplied `0xAARRGGBB`, row by row
  int[] clear(int newWidth, int newHeight) {
    if (newWidth != width || newHeight != height) {
      width = newWidth;
      height = newHeight;
      pixels = new int[width * height];
      buffer = buffer(pixels, width, height);
      image = new WritableImage(buffer);
    }
    Arrays.fill(pixels, 0);
    return pixels;
  }

  /// Shows what was drawn.
  void update() {
    buffer.updateBuffer(_ -> new Rectangle2D(0, 0, width, height));
  }

  /// The picture after the last update.
  Image image() {
    return image;
  }
}
