package dev.hindsight.render.raster;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;

/// A small picture with transparency.
///
/// @param image of type `TYPE_INT_ARGB_PRE`
public record Sprite(BufferedImage image) {
  /// A transparent picture.
  static Sprite blank(int width, int height) {
    return new Sprite(new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB_PRE));
  }

  /// Width in pixels.
  public int width() {
    return image.getWidth();
  }

  /// Height in pixels.
  public int height() {
    return image.getHeight();
  }

  /// The pixels themselves, not a copy: premultiplied `0xAARRGGBB`, row-major from the top.
  public int[] argb() {
    if (image.getRaster().getDataBuffer() instanceof DataBufferInt ints) {
      return ints.getData();
    }
    throw new IllegalStateException("a sprite is made of ints");
  }
}
