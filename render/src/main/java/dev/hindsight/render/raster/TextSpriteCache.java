package dev.hindsight.render.raster;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Tone;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.font.TextLayout;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Text as small pictures with a casing around the letters, cached for reuse. One owner thread.
public final class TextSpriteCache {
  private static final int MOST_SPRITES = 2048;
  private static final float CASING = 3;

  /// Distance of baselines, in letter heights.
  private static final double LINE = 1.12;

  /// Distance from the top of a line to its baseline, in letter heights.
  private static final double BASE = 0.92;

  private final Palette palette;
  private final Map<Key, Sprite> sprites =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Sprite> eldest) {
          return size() > MOST_SPRITES;
        }
      };

  /// How wide and high the picture is.
  private enum Extent {
    /// As the ink.
    INK,
    /// As its lines, so that pictures of different words line up.
    LINES
  }

  private record Key(String words, Extent extent, float pixels, Tone tone) {}

  /// @param palette colours of letters and casing
  public TextSpriteCache(Palette palette) {
    this.palette = palette;
  }

  /// Text in the colour of a tone.
  ///
  /// @param pixels height of the letters
  public Sprite of(String words, float pixels, Tone tone) {
    return sprites.computeIfAbsent(new Key(words, Extent.INK, pixels, tone), this::paint);
  }

  /// Several lines, flush left.
  ///
  /// @param pixels height of the letters
  public Sprite of(List<String> lines, float pixels, Tone tone) {
    return sprites.computeIfAbsent(
        new Key(String.join("\n", lines), Extent.LINES, pixels, tone), key -> paint(key, lines));
  }

  private Sprite paint(Key key, List<String> lines) {
    double step = LINE * key.pixels;
    List<TextLayout> layouts =
        lines.stream()
            .filter(line -> !line.isBlank())
            .map(line -> new TextLayout(line, TextDrawing.bold(key.pixels), TextDrawing.CONTEXT))
            .toList();
    double width = layouts.stream().mapToDouble(TextLayout::getAdvance).max().orElse(0);
    double height = step * layouts.size();
    return new Sprite(
        (int) Math.ceil(width + 2 * CASING) + 1,
        (int) Math.ceil(height + CASING) + 1,
        g -> {
          for (int i = 0; i < layouts.size(); i++) {
            double base = CASING / 2 + step * i + BASE * key.pixels;
            letters(g, layouts.get(i), CASING, base, key.tone);
          }
        });
  }

  private void letters(Graphics2D g, TextLayout layout, double x, double base, Tone tone) {
    Shape letters = layout.getOutline(AffineTransform.getTranslateInstance(x, base));
    g.setColor(new Color(palette.casing() | 0xd0000000, true));
    g.setStroke(new BasicStroke(CASING, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    g.draw(letters);
    g.setColor(new Color(palette.rgb(tone)));
    g.fill(letters);
  }

  private Sprite paint(Key key) {
    if (key.words.isBlank()) {
      return new Sprite(1, 1, _ -> {});
    }
    TextLayout layout =
        new TextLayout(key.words, TextDrawing.bold(key.pixels), TextDrawing.CONTEXT);
    Rectangle2D ink = layout.getBounds();
    int width = (int) Math.ceil(ink.getWidth() + 2 * CASING) + 1;
    int height = (int) Math.ceil(ink.getHeight() + 2 * CASING) + 1;
    return new Sprite(
        width, height, g -> letters(g, layout, CASING - ink.getX(), CASING - ink.getY(), key.tone));
  }
}
