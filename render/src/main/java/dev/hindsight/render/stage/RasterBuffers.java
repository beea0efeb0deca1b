package dev.hindsight.render.stage;

import java.awt.image.BufferedImage;

/// Images to draw into, in rotation: one is shown, one may still be read by the render thread. Used
/// by one thread at a time, which draws the next image only after the last one has been delivered.
final class RasterBuffers {
  private static final int IMAGES = 3;

  private final PixelImage[] images = new PixelImage[IMAGES];
  private int drawn;

  /// An image to draw for a frame; it still holds an earlier picture.
  PixelImage next(RasterView.Frame frame) {
    int width = (int) Math.ceil(frame.viewpoint().width() * frame.device());
    int height = (int) Math.ceil(frame.viewpoint().height() * frame.device());
    int slot = drawn++ % IMAGES;
    PixelImage image = images[slot];
    if (image == null || image.width() != width || image.height() != height) {
      image = PixelImage.of(new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB_PRE));
      images[slot] = image;
    }
    return image;
  }
}
