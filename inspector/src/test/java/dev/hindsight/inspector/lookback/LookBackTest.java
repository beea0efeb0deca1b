package dev.hindsight.inspector.lookback;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.inspector.attention.AttentionRollout;
import dev.hindsight.inspector.lookback.LookBack.TrialSpan;
import dev.hindsight.inspector.lookback.LookBack.WeightedTick;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LookBackTest {
  private static final float[] NOTHING = new float[0];

  /// Two layers of one head, three ticks from tick 10 on.
  private static AttentionTrace trace() {
    float[] first = {1, 0.5f, 0.5f, 0.25f, 0.25f, 0.5f};
    float[] second = {1, 0, 1, 0, 0.75f, 0.25f};
    return new AttentionTrace(
        new Span(10, 13),
        1,
        AttentionTrace.triangle(3),
        new float[][] {first, second},
        new float[0][],
        NOTHING,
        NOTHING);
  }

  private static final TrialIndex TRIALS =
      new TrialIndex(new int[] {0, 10, 12}, new int[] {3, 0, 1}, 20);

  @Test
  void weightIsAddedUpByTrial() {
    LookBack back = LookBack.of(trace(), TRIALS, 12);
    assertEquals(
        List.of(new TrialSpan(0, new Span(10, 12)), new TrialSpan(1, new Span(12, 13))),
        back.trials());
    LookBack.WeightRow weightRow = back.row("layer 1 head 1");
    assertEquals(0.5, weightRow.mass(back.trials().get(0).ticks()));
    assertEquals(0.5, weightRow.mass(back.trials().get(1).ticks()));
  }

  @Test
  void theHeaviestMomentsComeFirstAndOfEqualsTheEarlier() {
    assertEquals(
        List.of(new WeightedTick(12, 0.5f), new WeightedTick(10, 0.25f)),
        LookBack.of(trace(), TRIALS, 12).row("layer 1 head 1").heaviest(2));
  }

  @Test
  void entropyIsThatOfAnEvenCoinInNats() {
    assertEquals(
        Math.log(2), LookBack.of(trace(), TRIALS, 11).row("layer 1 head 1").entropy(), 1e-9);
    assertEquals(0, LookBack.of(trace(), TRIALS, 10).row("layer 1 head 1").entropy(), 0);
  }

  @Test
  void attentionThatIsNotANumberHasNoEntropy() {
    double entropy =
        new LookBack.WeightRow("head", new float[] {0.5f, Float.NaN, 0.5f}, 0).entropy();
    assertEquals("– nats", NumberWords.nats(entropy));
  }

  /// By hand: from the second layer 5/8 stay at 12, 3/8 go to 11; the first layer halves each
  /// again.
  @Test
  void rolloutFollowsAttentionThroughBothLayers() {
    float fromLast = 0.625f;
    float fromMiddle = 0.375f;
    assertArrayEquals(
        new float[] {
          fromLast / 2 * 0.25f + fromMiddle / 2 * 0.5f,
          fromLast / 2 * 0.25f + fromMiddle / 2 * 0.5f + fromMiddle / 2,
          fromLast / 2 * 0.5f + fromLast / 2
        },
        AttentionRollout.row(trace(), 2),
        1e-6f);
  }

  @Test
  void allRowsOfRolloutTogetherAreThoseOneByOne() {
    float[] plane = AttentionRollout.plane(trace());
    for (int query = 0; query < 3; query++) {
      int from = AttentionTrace.triangle(3)[query];
      assertArrayEquals(
          AttentionRollout.row(trace(), query),
          Arrays.copyOfRange(plane, from, from + query + 1),
          1e-6f);
    }
  }
}
