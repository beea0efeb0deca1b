package dev.hindsight.render.raster;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Viewpoint;
import java.awt.AlphaComposite;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.List;

/// Draws the marks of a moment, without their text, on a transparent ground. One owner thread at a
/// time.
public final class CrowdRaster {
  private final MarkPainter painter;

  /// @param palette colours of the marks
  public CrowdRaster(Palette palette) {
    this.painter = new MarkPainter(palette);
  }

  /// Overwrites the whole image with what the viewpoint shows.
  ///
  /// @param viewpoint in pixels
  /// @param device pixels of the image per pixel
  public void draw(List<Mark> marks, Viewpoint viewpoint, double device, BufferedImage image) {
    Graphics2D g = image.createGraphics();
    try {
      g.setComposite(AlphaComposite.Clear);
      g.fillRect(0, 0, image.getWidth(), image.getHeight());
      g.setComposite(AlphaComposite.SrcOver);
      Brush.prepare(g);
      g.scale(device, device);
      painter.shapes(g, marks, viewpoint);
    } finally {
      g.dispose();
    }
  }
}
