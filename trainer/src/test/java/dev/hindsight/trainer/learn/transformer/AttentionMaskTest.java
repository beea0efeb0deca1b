package dev.hindsight.trainer.learn.transformer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.TestTorch;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AttentionMaskTest {
  /// Whether a query may look at a source, as a rule under test or one broken on purpose.
  @FunctionalInterface
  private interface VisibilityRule {
    boolean open(RandomEpisodes randomEpisodes, int row, int query, int source);
  }

  private static final VisibilityRule RIGHT =
      (randomEpisodes, row, query, source) ->
          query == source
              || (source < query
                  && sameEpisode(randomEpisodes, row, source, query)
                  && randomEpisodes.live(row * randomEpisodes.ticks() + source));

  private static final VisibilityRule DIAGONAL_MASKED =
      (randomEpisodes, row, query, source) ->
          RIGHT.open(randomEpisodes, row, query, source)
              && randomEpisodes.live(row * randomEpisodes.ticks() + source);

  private static boolean sameEpisode(
      RandomEpisodes randomEpisodes, int row, int source, int query) {
    for (int t = source; t < query; t++) {
      if (randomEpisodes.terminal()[row * randomEpisodes.ticks() + t] != 0) {
        return false;
      }
    }
    return true;
  }

  @Test
  void aQuerySeesItselfAndWhatItLivedThroughInItsEpisode() {
    Random random = new Random(8);
    try (NDManager manager = TestTorch.manager()) {
      for (int i = 0; i < 100; i++) {
        RandomEpisodes randomEpisodes = RandomEpisodes.random(random, 12, 1);
        assertArrayEquals(by(RIGHT, randomEpisodes), mask(manager, randomEpisodes));
      }
    }
  }

  @Test
  void aMaskedDiagonalIsNoticedAndWouldBeNotANumber() {
    RandomEpisodes allLimbo =
        new RandomEpisodes(1, 4, 1, new byte[4], new byte[] {1, 1, 0, 0}, new float[4]);
    float[] broken = by(DIAGONAL_MASKED, allLimbo);
    try (NDManager manager = TestTorch.manager()) {
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

  private static float[] mask(NDManager manager, RandomEpisodes randomEpisodes) {
    SegmentBatch batch =
        SegmentBatch.of(
            manager,
            randomEpisodes.rows(),
            randomEpisodes.ticks(),
            randomEpisodes.observation(),
            randomEpisodes.terminal(),
            randomEpisodes.removed());
    return AttentionMask.of(batch).toFloatArray();
  }

  private static float[] by(VisibilityRule visibilityRule, RandomEpisodes randomEpisodes) {
    int ticks = randomEpisodes.ticks();
    float[] mask = new float[randomEpisodes.rows() * ticks * ticks];
    for (int row = 0; row < randomEpisodes.rows(); row++) {
      for (int query = 0; query < ticks; query++) {
        for (int source = 0; source < ticks; source++) {
          mask[(row * ticks + query) * ticks + source] =
              visibilityRule.open(randomEpisodes, row, query, source) ? 0 : Float.NEGATIVE_INFINITY;
        }
      }
    }
    return mask;
  }
}
