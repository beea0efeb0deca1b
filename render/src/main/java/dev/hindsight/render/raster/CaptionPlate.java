package dev.hindsight.render.raster;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Tone;
import java.awt.Font;

/// "Trial 2 / 4", and below it tick and time; without trials only these.
///
/// @param unit pixels per unit of length on the plate
record CaptionPlate(String headline, String clock, double unit) implements Plate {
  private static final double HEADLINE = 21;
  private static final double BASE = 0.8;

  @Override
  public Sprite paint(Palette palette) {
    Font small = Lettering.plain(LETTERS * unit);
    Font large = Lettering.bold(HEADLINE * unit);
    double pad = PAD * unit;
    double letters = LETTERS * unit;
    double clockWidth = Lettering.width(small, clock);
    if (headline.isEmpty()) {
      return Lettering.plate(
          clockWidth + 2 * pad,
          letters + 1.6 * pad,
          unit,
          palette,
          g ->
              Lettering.write(
                  g, clock, small, palette, Tone.TEXT, pad, 0.8 * pad + BASE * letters));
    }
    double first = HEADLINE * unit;
    double second = first + 0.5 * letters;
    double width = Math.max(Lettering.width(large, headline), clockWidth) + 2 * pad;
    return Lettering.plate(
        width,
        second + letters + 2 * pad,
        unit,
        palette,
        g -> {
          Lettering.write(g, headline, large, palette, Tone.TEXT, pad, pad + BASE * first);
          double base = pad + second + BASE * letters;
          Lettering.write(g, clock, small, palette, Tone.TEXT_MUTED, pad, base);
        });
  }
}
