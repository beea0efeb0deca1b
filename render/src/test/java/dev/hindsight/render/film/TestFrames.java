package dev.hindsight.render.film;

import dev.hindsight.render.raster.SceneRaster;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.Random;

/// Typical frames of a map: thin lines on a dark ground that stay, and boxes that move.
record TestFrames(int frames) implements FrameSource {
  private static final long SEED = 7;
  private static final Color GROUND = new Color(0x10151c);
  private static final Color[] LINES = {
    new Color(0x5b6b7d), new Color(0x3c4a59), new Color(0xa08a4b), new Color(0x46606f)
  };
  private static final Color[] BOXES = {
    new Color(0x4da3ff), new Color(0xe07070), new Color(0xd9b866), new Color(0x8bb17c)
  };

  @Override
  public void paint(int frame, BufferedImage target) {
    int width = target.getWidth();
    int height = target.getHeight();
    Graphics2D g = target.createGraphics();
    g.setColor(GROUND);
    g.fillRect(0, 0, width, height);
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    Random random = new Random(SEED);
    g.setStroke(new BasicStroke(1.5f));
    for (int i = 0; i < 150; i++) {
      double x = random.nextDouble() * width;
      double y = random.nextDouble() * height;
      double angle = random.nextDouble() * 2 * Math.PI;
      double length = random.nextDouble() * width / 6;
      g.setColor(LINES[i % LINES.length]);
      g.draw(new Line2D.Double(x, y, x + length * Math.cos(angle), y + length * Math.sin(angle)));
    }
    for (int i = 0; i < 16; i++) {
      double x = random.nextDouble() * width + frame * (1 + random.nextDouble());
      double y = random.nextDouble() * height;
      g.setColor(BOXES[i % BOXES.length]);
      g.fill(new Rectangle2D.Double(x % width, y, 22, 10));
    }
    g.dispose();
  }

  /// One frame as an exporter gets to see it.
  BufferedImage picture(int frame, int width, int height) {
    BufferedImage picture = SceneRaster.canvas(width, height);
    paint(frame, picture);
    return picture;
  }
}
