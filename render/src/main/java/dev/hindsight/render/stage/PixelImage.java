package dev.hindsight.render.stage;

import dev.hindsight.render.raster.Sprite;
import java.awt.image.BufferedImage;
import java.nio.IntBuffer;
import javafx.scene.image.Image;
import javafx.scene.image.PixelBuffer;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;

/// One array of pixels, drawn into by Java2D and shown by JavaFX, without a copy between.
///
/// @param pixels of type `TYPE_INT_ARGB_PRE`
record PixelImage(BufferedImage pixels, PixelBuffer<IntBuffer> buffer, Image image) {
  static PixelImage of(BufferedImage pixels) {
    PixelBuffer<IntBuffer> buffer =
        new PixelBuffer<>(
            pixels.getWidth(),
            pixels.getHeight(),
            IntBuffer.wrap(new Sprite(pixels).argb()),
            PixelFormat.getIntArgbPreInstance());
    return new PixelImage(pixels, buffer, new WritableImage(buffer));
  }

  int width() {
    return pixels.getWidth();
  }

  int height() {
    return pixels.getHeight();
  }

  /// The image with what was drawn since; to be called on the FX thread.
  Image updated() {
    buffer.updateBuffer(_ -> null);
    return image;
  }
}
