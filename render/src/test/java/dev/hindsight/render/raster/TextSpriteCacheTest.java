package dev.hindsight.render.raster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Tone;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextSpriteCacheTest {
  /// Otherwise a frame would depend on the frames before it.
  @Test
  void aLineIsPaintedAlikeWhateverWasPaintedBefore() {
    TextSpriteCache labelsFirst = new TextSpriteCache(Palette.DARK);
    int label = labelsFirst.of("one", 20, Tone.AGENT).height();
    int line = labelsFirst.of(List.of("one"), 20, Tone.AGENT).height();
    TextSpriteCache linesFirst = new TextSpriteCache(Palette.DARK);
    assertEquals(line, linesFirst.of(List.of("one"), 20, Tone.AGENT).height());
    assertEquals(label, linesFirst.of("one", 20, Tone.AGENT).height());
    assertNotEquals(label, line, "ink is less high than a line");
  }
}
