package dev.hindsight.render.raster;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Tone;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.font.FontRenderContext;
import java.awt.geom.AffineTransform;
import java.awt.geom.RoundRectangle2D;
import java.util.function.Consumer;

/// Fonts, and text written on plates.
final class TextDrawing {
  /// The logical font, the same for screen and film on one machine.
  private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);

  private static final int PLATE_OPACITY = 0xd8;
  private static final double ROUND = 14;

  /// Measurement and drawing of glyphs everywhere: antialiased, at subpixel positions.
  static final FontRenderContext CONTEXT = new FontRenderContext(new AffineTransform(), true, true);

  private TextDrawing() {}

  static Font plain(double pixels) {
    return FONT.deriveFont((float) pixels);
  }

  static Font bold(double pixels) {
    return FONT.deriveFont(Font.BOLD, (float) pixels);
  }

  static double width(Font font, String words) {
    return font.getStringBounds(words, CONTEXT).getWidth();
  }

  /// A plate of this size, with a drawing on it.
  static Sprite plate(
      double width, double height, double unit, Palette palette, Consumer<Graphics2D> drawing) {
    int columns = (int) Math.ceil(width);
    int rows = (int) Math.ceil(height);
    double round = ROUND * unit;
    return new Sprite(
        columns,
        rows,
        g -> {
          g.setColor(new Color(palette.plate() | (PLATE_OPACITY << 24), true));
          g.fill(new RoundRectangle2D.Double(0, 0, columns, rows, round, round));
          drawing.accept(g);
        });
  }

  /// Writes text from a point of its baseline on.
  static void write(
      Graphics2D g, String words, Font font, Palette palette, Tone tone, double x, double base) {
    g.setFont(font);
    g.setColor(new Color(palette.rgb(tone)));
    g.drawString(words, (float) x, (float) base);
  }
}
