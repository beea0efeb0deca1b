package dev.hindsight.trainer.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IntervalTest {
  @Test
  void sharesGetWilsonsInterval() {
    double[] samples = new double[10];
    Arrays.fill(samples, 0, 8, 1);
    Interval interval = Interval.of(samples);
    // Wilson for 8 of 10, as in every table of it.
    assertEquals(0.8, interval.mean(), 1e-12);
    assertEquals(0.4902, interval.low(), 5e-5);
    assertEquals(0.9433, interval.high(), 5e-5);
  }

  @Test
  void tenOfTenIsNotCertain() {
    double[] samples = new double[10];
    Arrays.fill(samples, 1);
    assertEquals(0.7225, Interval.of(samples).low(), 5e-5);
    assertEquals(1, Interval.of(samples).high());
  }

  @Test
  void theTrueMeanIsInsideNineteenTimesOutOfTwenty() {
    SplittableRandom random = new SplittableRandom(1);
    int inside = 0;
    for (int round = 0; round < 2000; round++) {
      double[] samples = random.doubles(100).toArray();
      Interval interval = Interval.of(samples);
      inside += interval.low() <= 0.5 && 0.5 <= interval.high() ? 1 : 0;
    }
    assertTrue(inside > 1860 && inside < 1940, inside + " of 2000");
  }
}
