package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// Formulas of the categorical distribution, and forbidden actions.
class CategoricalTest {
  private static final float FORBIDDEN = Float.NEGATIVE_INFINITY;

  @Test
  void entropyIsThatOfTheSoftmax() {
    double p = Math.E / (Math.E + 1);

    assertEquals(Math.log(4), Categorical.entropy(new float[] {1, 1, 1, 1}), 1e-12);
    assertEquals(0, Categorical.entropy(new float[] {0, FORBIDDEN}), 1e-12);
    assertEquals(
        -p * Math.log(p) - (1 - p) * Math.log(1 - p),
        Categorical.entropy(new float[] {1, 0}),
        1e-12);
  }

  @Test
  void aLogitThatIsNoNumberIsNotHidden() {
    assertTrue(Double.isNaN(Categorical.entropy(new float[] {0, Float.NaN})));
  }

  @Test
  void whereNoActionMayBeTakenNoneIsProbable() {
    assertArrayEquals(new double[2], Categorical.probabilities(new float[] {FORBIDDEN, FORBIDDEN}));
  }

  @Test
  void largeLogitsDoNotOverflow() {
    assertEquals(Math.log(0.5), Categorical.logProbability(new float[] {900, 900}, 1), 1e-12);
    assertTrue(Double.isNaN(Categorical.logProbability(new float[] {900, 900}, 2)));
  }

  @Test
  void forbiddenActionsDivergeOnlyWhereTheOtherAllowsThem() {
    float[] forbids = {Float.NEGATIVE_INFINITY, 1, 2};
    assertEquals(0, Categorical.divergence(forbids, forbids));
    assertEquals(
        Categorical.divergence(new float[] {1, 2}, new float[] {2, 1}),
        Categorical.divergence(forbids, new float[] {Float.NEGATIVE_INFINITY, 2, 1}),
        1e-9);
    assertEquals(Double.POSITIVE_INFINITY, Categorical.divergence(new float[] {0, 1, 2}, forbids));
    assertEquals(0, Categorical.divergence(new float[] {-1e9f, 1, 2}, forbids));
  }
}
