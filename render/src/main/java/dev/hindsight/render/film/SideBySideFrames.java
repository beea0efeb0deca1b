package dev.hindsight.render.film;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;

/// Two pictures of equal size side by side, with a line between them.
///
/// @param left has as many frames as the right one
/// @param right likewise
/// @param line colour of the line, `0xRRGGBB`
public record SideBySideFrames(FrameSource left, FrameSource right, int line)
    implements FrameSource {
  private static final int GAP = 4;

  /// Rejects films of different lengths.
  public SideBySideFrames {
    if (left.frames() != right.frames()) {
      throw new IllegalArgumentException(left.frames() + " frames beside " + right.frames());
    }
  }

  @Override
  public int frames() {
    return left.frames();
  }

  @Override
  public void paint(int frame, BufferedImage target) {
    int width = target.getWidth();
    int height = target.getHeight();
    int half = Math.max(1, (width - GAP) / 2);
    Graphics2D g = target.createGraphics();
    g.setColor(new Color(line));
    g.fillRect(0, 0, width, height);
    g.dispose();
    left.paint(frame, target.getSubimage(0, 0, half, height));
    int from = Math.min(width - 1, width - half);
    right.paint(frame, target.getSubimage(from, 0, half, height));
  }
}
