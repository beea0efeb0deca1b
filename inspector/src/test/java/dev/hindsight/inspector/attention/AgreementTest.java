package dev.hindsight.inspector.attention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Span;
import org.junit.jupiter.api.Test;

/// What counts as rounding depends on the size of the numbers.
class AgreementTest {
  private static final int TICKS = 3;

  /// The agreement of one agent's recorded logits and values with computed ones, one of which is
  /// off.
  private static RecomputationAgreement agreement(float logits, float values, float off) {
    MemoryRollout recorded =
        new MemoryRollout("darkroom", 1, TICKS, 2)
            .with("logits", Dtype.F4, (t, i) -> logits * (i - t), 1, 2)
            .with("value", Dtype.F4, (_, _) -> values, 1);
    float[] computed = new float[2 * TICKS];
    for (int i = 0; i < computed.length; i++) {
      computed[i] = logits * (i % 2 - i / 2);
    }
    computed[3] += off;
    AttentionTrace trace =
        new AttentionTrace(
            new Span(0, TICKS),
            1,
            AttentionTrace.triangle(TICKS),
            new float[1][6],
            new float[0][],
            computed,
            new float[] {values, values, values});
    return RecomputationAgreement.of(recorded, 0, trace);
  }

  @Test
  void largeLogitsMayDifferByMoreThanSmallOnes() {
    assertTrue(agreement(2000, 1, 0.01f).holds());
    assertFalse(agreement(0.01f, 0, 0.0005f).holds());
    assertTrue(agreement(0.01f, 0, 1e-7f).holds());
  }

  @Test
  void aMistakeOfAThousandthIsNoRoundingWhateverTheSize() {
    for (float size : new float[] {1e-3f, 1, 1e3f}) {
      assertFalse(agreement(size, size, 1e-3f * size).holds(), "at " + size);
    }
  }

  @Test
  void theScaleIsTheLargestNumberOfBoth() {
    assertEquals(4, agreement(2, 0.5f, 0).scale());
    assertEquals(8, agreement(2, 8, 0).and(agreement(1, 1, 0)).scale());
  }

  @Test
  void aNumberThatIsNoneDiffers() {
    assertFalse(agreement(1, 1, Float.NaN).holds());
    assertFalse(agreement(1, 1, Float.POSITIVE_INFINITY).holds());
  }

  /// A policy may put out neither a value nor a finite logit; its recording has the same.
  @Test
  void theSameNaNAndTheSameInfinityAgree() {
    for (float none : new float[] {Float.NaN, Float.NEGATIVE_INFINITY}) {
      assertEquals(0, agreement(1, none, 0).worst());
      assertTrue(agreement(1, none, 0).holds());
      assertFalse(agreement(1, none, 1).holds());
    }
    assertEquals(0, agreement(Float.NaN, 1, 0).logits());
  }
}
