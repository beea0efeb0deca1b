package dev.hindsight.render.raster;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Tone;
import java.awt.Font;
import java.util.ArrayList;
import java.util.List;

/// "Trial 2 / 4", and below it tick and time; without trials only these. Below them the legend, if
/// there is one.
///
/// @param unit pixels per unit of length on the plate
record CaptionPlate(String headline, String clock, List<String> legend, double unit)
    implements Plate {
  private static final double HEADLINE = 21;
  private static final double BASE = 0.8;
  private static final double LINE = 1.5;

  CaptionPlate {
    legend = List.copyOf(legend);
  }

  @Override
  public Sprite paint(Palette palette) {
    Font small = TextDrawing.plain(LETTERS * unit);
    Font large = TextDrawing.bold(HEADLINE * unit);
    double pad = PAD * unit;
    double letters = LETTERS * unit;
    List<String> lines = new ArrayList<>(legend);
    if (!clock.isEmpty()) {
      lines.addFirst(clock);
    }
    double first = headline.isEmpty() ? 0 : (HEADLINE + 0.5 * LETTERS) * unit;
    double width = TextDrawing.width(large, headline);
    for (String line : lines) {
      width = Math.max(width, TextDrawing.width(small, line));
    }
    double edge = headline.isEmpty() ? 0.8 * pad : pad;
    double height = first + letters * (1 + LINE * (lines.size() - 1)) + 2 * edge;
    return TextDrawing.plate(
        width + 2 * pad,
        height,
        unit,
        palette,
        g -> {
          if (!headline.isEmpty()) {
            double base = pad + BASE * HEADLINE * unit;
            TextDrawing.write(g, headline, large, palette, Tone.TEXT, pad, base);
          }
          for (int i = 0; i < lines.size(); i++) {
            boolean muted = i == 0 && !headline.isEmpty();
            double base = edge + first + (BASE + LINE * i) * letters;
            Tone tone = muted ? Tone.TEXT_MUTED : Tone.TEXT;
            TextDrawing.write(g, lines.get(i), small, palette, tone, pad, base);
          }
        });
  }
}
