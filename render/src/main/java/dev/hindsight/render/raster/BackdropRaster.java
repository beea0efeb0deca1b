package dev.hindsight.render.raster;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.Viewpoint;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;

/// Draws what stands still: ground and roads. One owner thread at a time.
public final class BackdropRaster {
  private final Palette palette;
  private final BackdropPieces pieces;
  private final MarkPainter painter;
  private final Brush brush = new Brush();

  /// @param scene what stands still
  public BackdropRaster(Scene scene, Palette palette) {
    this.palette = palette;
    this.pieces = new BackdropPieces(scene);
    this.painter = new MarkPainter(palette);
  }

  /// Overwrites the whole image with what the viewpoint sees.
  public void draw(Viewpoint viewpoint, BufferedImage image) {
    Graphics2D g = image.createGraphics();
    try {
      g.setColor(new Color(palette.background()));
      g.fillRect(0, 0, image.getWidth(), image.getHeight());
      Brush.prepare(g);
      pieces.draw(g, viewpoint, palette, brush, painter);
    } finally {
      g.dispose();
    }
  }
}
