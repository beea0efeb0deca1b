package dev.hindsight.render.stage;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.nio.IntBuffer;
import javafx.scene.image.Image;
import javafx.scene.image.PixelBuffer;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;

/// One array of pixels that Java2D draws into and JavaFX shows, without a copy in between.
///
/// @param pixels of type `TYPE_INT_ARGB_PRE`
record PixelImage(BufferedImage pixels, PixelBuffer<IntBuffer> buffer, Image image) {
  static PixelImage of(BufferedImage pixels) {
    PixelBuffer<IntBuffer> buffer =
        new PixelBuffer<>(
            pixels.getWidth(),
            pixels.getHeight(),
            IntBuffer.wrap(((DataBufferInt) pixels.getRaster().getDataBuffer()).getData()),
            PixelFormat.getIntArgbPreInstance());
    return new PixelImage(pixels, buffer, new WritableImage(buffer));
  }

  int width() {
    return pixels.getWidth();
  }

  int height() {
    return pixels.getHeight();
  }

  /// The image with all drawing so far; call it on the FX thread.
  Image updated() {
    buffer.updateBuffer(_ -> null);
    return image;
  }
}
