package dev.hindsight.render.raster;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Tone;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;

/// A plate with text at the bottom of a film's picture: a title, and below it a sentence, in as
/// many lines as it takes. Any thread.
///
/// @param title bold, one line
/// @param sentence wrapped; may be empty
public record Subtitle(String title, String sentence) {
  /// The size of letters, as part of the picture's height.
  private static final double LETTERS = 1 / 34.0;

  /// The widest plate, as part of the picture's width.
  private static final double WIDEST = 0.8;

  /// Paints it over a picture.
  public void paint(BufferedImage target, Palette palette) {
    double size = Math.max(8, target.getHeight() * LETTERS);
    double pad = size * 0.7;
    double line = size * 1.35;
    Font bold = TextDrawing.bold(size);
    Font plain = TextDrawing.plain(size);
    List<String> lines = wrapped(plain, target.getWidth() * WIDEST - 2 * pad);
    double widest = TextDrawing.width(bold, title);
    for (String each : lines) {
      widest = Math.max(widest, TextDrawing.width(plain, each));
    }
    double width = Math.min(target.getWidth(), widest + 2 * pad);
    double height = line * (1 + lines.size()) + pad;
    Sprite plate =
        TextDrawing.plate(
            width,
            height,
            size / Plate.LETTERS,
            palette,
            g -> {
              TextDrawing.write(g, title, bold, palette, Tone.TEXT, pad, line);
              for (int i = 0; i < lines.size(); i++) {
                TextDrawing.write(g, lines.get(i), plain, palette, Tone.TEXT, pad, line * (i + 2));
              }
            });
    Graphics2D g = target.createGraphics();
    g.drawImage(
        plate.image(),
        (target.getWidth() - plate.width()) / 2,
        (int) (target.getHeight() - plate.height() - size),
        null);
    g.dispose();
  }

  private List<String> wrapped(Font font, double width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : sentence.split(" ", -1)) {
      String longer = line.isEmpty() ? word : line + " " + word;
      if (!line.isEmpty() && TextDrawing.width(font, longer) > width) {
        lines.add(line.toString());
        line.setLength(0);
        line.append(word);
      } else {
        line.setLength(0);
        line.append(longer);
      }
    }
    if (!line.isEmpty()) {
      lines.add(line.toString());
    }
    return lines;
  }
}
