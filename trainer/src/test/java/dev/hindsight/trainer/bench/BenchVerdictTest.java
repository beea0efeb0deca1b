package dev.hindsight.trainer.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BenchVerdictTest {
  private static final double[] TWO_PERCENT = {98, 99, 100, 101, 102};

  @Test
  void theSameNumbersAreWithinNoise() {
    assertEquals(BenchVerdict.WITHIN_NOISE, less(TWO_PERCENT, TWO_PERCENT));
  }

  @Test
  void thirtyPercentSlowerWithASpreadOfTwoIsWorse() {
    assertEquals(BenchVerdict.WORSE, less(TWO_PERCENT, times(1.3, TWO_PERCENT)));
    assertEquals(BenchVerdict.WORSE, more(TWO_PERCENT, times(1 / 1.3, TWO_PERCENT)));
  }

  @Test
  void thirtyPercentFasterWithASpreadOfTwoIsBetter() {
    assertEquals(BenchVerdict.BETTER, less(TWO_PERCENT, times(1 / 1.3, TWO_PERCENT)));
    assertEquals(BenchVerdict.BETTER, more(TWO_PERCENT, times(1.3, TWO_PERCENT)));
  }

  @Test
  void overlappingSpreadsAreNoise() {
    double[] wide = {60, 80, 100, 120, 140};
    assertEquals(BenchVerdict.WITHIN_NOISE, less(wide, times(1.3, wide)));
  }

  @Test
  void aDifferenceSmallerThanBothSpreadsIsNoiseEvenWhereTheyDoNotOverlap() {
    double[] before = {90, 95, 100, 110, 115};
    double[] now = {112, 113, 114, 125, 130};
    assertTrue(Math.abs(114.0 / 100 - 1) > 0.05);
    assertEquals(BenchVerdict.WITHIN_NOISE, less(before, now));
  }

  @Test
  void aFewPercentAreNoiseHoweverSmallTheSpread() {
    double[] exact = {100, 100, 100};
    assertEquals(BenchVerdict.WITHIN_NOISE, less(exact, times(1.04, exact)));
    assertEquals(BenchVerdict.WORSE, less(exact, times(1.06, exact)));
  }

  @Test
  void oneRepetitionHasNoSpreadSoOnlyALargeDifferenceCounts() {
    assertEquals(BenchVerdict.WITHIN_NOISE, less(new double[] {100}, new double[] {120}));
    assertEquals(BenchVerdict.WORSE, less(new double[] {100}, new double[] {130}));
  }

  /// On a machine whose figures vary by 3 %, a comparison of five repetitions with five seldom
  /// errs, and finds a change of 15 % in most cases.
  @Test
  void onNoisyNumbersTheRuleSeldomErrs() {
    Random random = new Random(1);
    int alarms = 0;
    int found = 0;
    for (int i = 0; i < 2000; i++) {
      alarms += less(noisy(random), noisy(random)) == BenchVerdict.WITHIN_NOISE ? 0 : 1;
      found += less(noisy(random), times(1.15, noisy(random))) == BenchVerdict.WORSE ? 1 : 0;
    }
    assertTrue(alarms < 0.02 * 2000, "false alarms: " + alarms);
    assertTrue(found > 0.9 * 2000, "found: " + found);
  }

  private static double[] noisy(Random random) {
    return random.doubles(5).map(_ -> 100 + 3 * random.nextGaussian()).toArray();
  }

  private static double[] times(double factor, double[] values) {
    return Arrays.stream(values).map(value -> factor * value).toArray();
  }

  private static BenchVerdict less(double[] before, double[] now) {
    return BenchVerdict.of(
        figure(BenchFigure.Better.LESS, before), figure(BenchFigure.Better.LESS, now));
  }

  private static BenchVerdict more(double[] before, double[] now) {
    return BenchVerdict.of(
        figure(BenchFigure.Better.MORE, before), figure(BenchFigure.Better.MORE, now));
  }

  private static BenchFigure figure(BenchFigure.Better better, double[] values) {
    List<Double> all = Arrays.stream(values).boxed().toList();
    return new BenchFigure("time", "ms", better, all);
  }
}
