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
import java.util.Map;

/// Words as small pictures with a casing about the letters, kept for the next time they are wanted.
/// One owner thread.
public final class WordSprites {
  private static final int MOST = 2048;
  private static final float CASING = 3;

  private final Palette palette;
  private final Map<Key, Sprite> sprites =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Sprite> eldest) {
          return size() > MOST;
        }
      };

  private record Key(String words, float pixels, Tone tone) {}

  /// @param palette colours of letters and casing
  public WordSprites(Palette palette) {
    this.palette = palette;
  }

  /// Words drawn in the colour of a tone.
  ///
  /// @param pixels height of the letters
  public Sprite of(String words, float pixels, Tone tone) {
    return sprites.computeIfAbsent(new Key(words, pixels, tone), this::paint);
  }

  private Sprite paint(Key key) {
    if (key.words.isBlank()) {
      return Sprite.blank(1, 1);
    }
    TextLayout layout = new TextLayout(key.words, Lettering.bold(key.pixels), Lettering.CONTEXT);
    Rectangle2D ink = layout.getBounds();
    int width = (int) Math.ceil(ink.getWidth() + 2 * CASING) + 1;
    int height = (int) Math.ceil(ink.getHeight() + 2 * CASING) + 1;
    Sprite sprite = Sprite.blank(width, height);
    Graphics2D g = sprite.image().createGraphics();
    try {
      Brush.prepare(g);
      Shape letters =
          layout.getOutline(
              AffineTransform.getTranslateInstance(CASING - ink.getX(), CASING - ink.getY()));
      g.setColor(new Color(palette.casing() | 0xd0000000, true));
      g.setStroke(new BasicStroke(CASING, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
      g.draw(letters);
      g.setColor(new Color(palette.rgb(key.tone)));
      g.fill(letters);
    } finally {
      g.dispose();
    }
    return sprite;
  }
}
