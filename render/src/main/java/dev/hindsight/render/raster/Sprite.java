package dev.hindsight.render.raster;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A small picture with transparency, painted when it is first looked at: of the text of a crowded
/// picture most only needs a size, because it finds no place. Compared by identity. One owner
/// thread, which hands it on painted.
public final class Sprite {
  private final int width;
  private final int height;
  private @Nullable Consumer<Graphics2D> drawing;
  private @Nullable BufferedImage image;

  /// @param drawing called once, in pixels from the upper left corner
  Sprite(int width, int height, Consumer<Graphics2D> drawing) {
    this.width = width;
    this.height = height;
    this.drawing = drawing;
  }

  /// Width in pixels.
  public int width() {
    return width;
  }

  /// Height in pixels.
  public int height() {
    return height;
  }

  /// The picture, of type `TYPE_INT_ARGB_PRE`.
  public BufferedImage image() {
    BufferedImage painted = image;
    if (painted == null) {
      painted = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB_PRE);
      Graphics2D g = painted.createGraphics();
      try {
        Brush.prepare(g);
        Objects.requireNonNull(drawing).accept(g);
      } finally {
        g.dispose();
      }
      image = painted;
      drawing = null;
    }
    return painted;
  }
}
