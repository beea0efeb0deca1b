package dev.hindsight.render.raster;

import static dev.hindsight.render.text.RenderText.wording;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.LengthUnit;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.Viewpoint;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.math.BigDecimal;

/// A bar for a round number of metres or nautical miles, with the direction of north if it is not
/// up.
///
/// @param lengths 1, 2 or 5 times a power of ten
/// @param of the unit
/// @param pixels length of the bar on the picture
/// @param northDegrees direction of north, whole degrees counter-clockwise from up
/// @param unit pixels per unit of length on the plate
record ScaleBar(double lengths, LengthUnit of, double pixels, int northDegrees, double unit)
    implements Plate {
  /// Minimum length of the bar, in units.
  private static final double SHORTEST = 60;

  private static final double TICK = 4;
  private static final double COMPASS = 9;

  static ScaleBar of(Viewpoint viewpoint, LengthUnit of, double unit) {
    double scale = viewpoint.pixelsPerMetre() * of.metres();
    double least = SHORTEST * unit / scale;
    double ten = Math.pow(10, Math.floor(Math.log10(least)));
    double lengths = least <= 2 * ten ? 2 * ten : least <= 5 * ten ? 5 * ten : 10 * ten;
    int north = Math.floorMod((int) Math.round(Math.toDegrees(viewpoint.turn())), 360);
    return new ScaleBar(lengths, of, lengths * scale, north, unit);
  }

  String words() {
    return switch (of) {
      case METRES -> metres();
      case NAUTICAL_MILES ->
          BigDecimal.valueOf(lengths).stripTrailingZeros().toPlainString() + " NM";
      case NONE -> "";
    };
  }

  private String metres() {
    if (lengths >= 1000) {
      return wording("ScaleBar.km", Math.round(lengths / 1000));
    }
    return lengths >= 1
        ? Math.round(lengths) + " m"
        : wording("ScaleBar.cm", Math.round(lengths * 100));
  }

  @Override
  public Sprite paint(Palette palette) {
    Font font = TextDrawing.plain(LETTERS * unit);
    double pad = 0.8 * PAD * unit;
    boolean turned = northDegrees != 0;
    double compass = turned ? 2 * COMPASS * unit + pad : 0;
    double wordsAt = pad + compass + pixels + 0.7 * pad;
    double height = LETTERS * unit + 2 * pad;
    double tick = TICK * unit;
    double middle = height / 2;
    return TextDrawing.plate(
        wordsAt + TextDrawing.width(font, words()) + pad,
        height,
        unit,
        palette,
        g -> {
          g.setColor(new Color(palette.rgb(Tone.TEXT)));
          g.setStroke(
              new BasicStroke((float) (1.4 * unit), BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER));
          Path2D bar = new Path2D.Double();
          double left = pad + compass;
          bar.moveTo(left, middle - tick);
          bar.lineTo(left, middle + tick);
          bar.moveTo(left, middle);
          bar.lineTo(left + pixels, middle);
          bar.moveTo(left + pixels, middle - tick);
          bar.lineTo(left + pixels, middle + tick);
          g.draw(bar);
          if (turned) {
            g.fill(needle(pad + COMPASS * unit, middle));
          }
          double base = pad + 0.82 * LETTERS * unit;
          TextDrawing.write(g, words(), font, palette, Tone.TEXT, wordsAt, base);
        });
  }

  private java.awt.Shape needle(double x, double y) {
    Path2D needle = new Path2D.Double();
    needle.moveTo(0, -COMPASS * unit);
    needle.lineTo(0.5 * COMPASS * unit, 0.8 * COMPASS * unit);
    needle.lineTo(0, 0.4 * COMPASS * unit);
    needle.lineTo(-0.5 * COMPASS * unit, 0.8 * COMPASS * unit);
    needle.closePath();
    AffineTransform turned = AffineTransform.getTranslateInstance(x, y);
    turned.rotate(-Math.toRadians(northDegrees));
    return turned.createTransformedShape(needle);
  }
}
