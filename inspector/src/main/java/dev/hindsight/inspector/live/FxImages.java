package dev.hindsight.inspector.live;

import java.nio.IntBuffer;
import javafx.scene.image.PixelBuffer;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;

/// JavaFX images of pixels painted elsewhere.
public final class FxImages {
  private FxImages() {}

  /// Wraps the array without copying: it belongs to the image from now on.
  ///
  /// @param argb `[height * width]`, `0xAARRGGBB`, premultiplied
  public static WritableImage image(int width, int height, int[] argb) {
    return new WritableImage(
        new PixelBuffer<>(
            width, height, IntBuffer.wrap(argb), PixelFormat.getIntArgbPreInstance()));
  }
}
