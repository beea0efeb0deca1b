package dev.hindsight.trainer.learn.transformer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.Torch;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AttentionMaskTest {
  /// Whether a query may look at a source, as a rule under test or one broken on purpose.
  @FunctionalInterface
  private interface Rule {
    boolean open(Layout layout, int row, int query, int source);
  }

  private static final Rule RIGHT =
      (layout, row, query, source) ->
          query == source
              || (source < query
                  && sameEpisode(layout, row, source, query)
                  && layout.live(row * layout.ticks() + source));

  private static final Rule DIAGONAL_MASKED =
      (layout, row, query, source) ->
          RIGHT.open(layout, row, query, source) && layout.live(row * layout.ticks() + source);

  private static boolean sameEpisode(Layout layout, int row, int source, int query) {
    for (int t = source; t < query; t++) {
      if (layout.terminal()[row * layout.ticks() + t] != 0) {
        return false;
      }
    }
    return true;
  }

  @Test
  void aQuerySeesItselfAndWhatItLivedThroughInItsEpisode() {
    Random random = new Random(8);
    try (NDManager manager = Torch.manager()) {
      for (int i = 0; i < 100; i++) {
        Layout layout = Layout.random(random, 12, 1);
        assertArrayEquals(by(RIGHT, layout), mask(manager, layout));
      }
    }
  }

  @Test
  void aMaskedDiagonalIsNoticedAndWouldBeNotANumber() {
    Layout allLimbo = new Layout(1, 4, 1, new byte[4], new byte[] {1, 1, 0, 0}, new float[4]);
    float[] broken = by(DIAGONAL_MASKED, allLimbo);
    try (NDManager manager = Torch.manager()) {
      assertFalse(Arrays.equals(broken, mask(manager, allLimbo)));
      assertTrue(
          manager
              .create(broken, new ai.djl.ndarray.types.Shape(4, 4))
              .softmax(-1)
              .isNaN()
              .any()
              .getBoolean());
    }
  }

  private static float[] mask(NDManager manager, Layout layout) {
    SegmentBatch batch =
        SegmentBatch.of(
            manager,
            layout.rows(),
            layout.ticks(),
            layout.observation(),
            layout.terminal(),
            layout.removed());
    return AttentionMask.of(batch).toFloatArray();
  }

  private static float[] by(Rule rule, Layout layout) {
    int ticks = layout.ticks();
    float[] mask = new float[layout.rows() * ticks * ticks];
    for (int row = 0; row < layout.rows(); row++) {
      for (int query = 0; query < ticks; query++) {
        for (int source = 0; source < ticks; source++) {
          mask[(row * ticks + query) * ticks + source] =
              rule.open(layout, row, query, source) ? 0 : Float.NEGATIVE_INFINITY;
        }
      }
    }
    return mask;
  }
}
