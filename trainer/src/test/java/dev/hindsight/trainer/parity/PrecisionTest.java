package dev.hindsight.trainer.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PrecisionTest {
  @Test
  void roundingGoesToTheNearestOfTheTwoNeighboursTiesToEven() {
    assertEquals(1.0f, Precision.BFLOAT16.round(1 + 1 / 256f));
    assertEquals(1 + 1 / 64f, Precision.BFLOAT16.round(1 + 3 / 256f));
    assertEquals(1 + 1 / 128f, Precision.BFLOAT16.round(1.0079f));
    assertEquals(1 + 1 / 1024f, Precision.TF32.round(1.001f));
    assertEquals(1 + 1 / 1024f, Precision.FLOAT16.round(1.001f));
  }

  @Test
  void roundingTwiceIsRoundingOnceAndSignsDoNotMatter() {
    Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      float value = (float) random.nextGaussian();
      for (Precision precision : Precision.values()) {
        float once = precision.round(value);
        assertEquals(once, precision.round(once), precision.words());
        assertEquals(-once, precision.round(-value), precision.words());
        assertEquals(value, once, Math.abs(value) / 128, precision.words());
      }
    }
    assertEquals(Float.POSITIVE_INFINITY, Precision.BFLOAT16.round(Float.POSITIVE_INFINITY));
  }
}
