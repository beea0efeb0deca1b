package dev.hindsight.trainer.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.study.Interval.Method;
import dev.hindsight.trainer.study.Interval.Range;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class IntervalTest {
  @Test
  void proportionsGetTheExactIntervalOfClopperAndPearson() {
    Interval interval = Interval.ofProportion(successes(8, 10));
    // 8 of 10, as in every table of it; 10 of 10: the tenth root of 0.025.
    assertEquals(0.8, interval.mean(), 1e-12);
    assertEquals(0.4439, interval.low(), 5e-5);
    assertEquals(0.9748, interval.high(), 5e-5);
    assertEquals(Method.CLOPPER_PEARSON, interval.method());
    assertEquals(0.6915, Interval.ofProportion(successes(10, 10)).low(), 5e-5);
    assertEquals(1, Interval.ofProportion(successes(10, 10)).high());
    assertThrows(
        IllegalArgumentException.class, () -> Interval.ofProportion(new double[] {0, 0.5}));
  }

  @Test
  void anIntervalOfAProportionHoldsItsLevelExactly() {
    // Not drawn: the chance of every number of successes, added up where the interval misses.
    for (int n : new int[] {4, 8, 16, 33}) {
      for (double share : new double[] {0.03, 0.1, 0.27, 0.5, 0.9, 0.97}) {
        double missed = 0;
        double chance = Math.pow(1 - share, n);
        for (int k = 0; k <= n; k++) {
          missed += Interval.ofProportion(successes(k, n)).excludes(share) ? chance : 0;
          chance *= share / (1 - share) * (n - k) / (k + 1);
        }
        assertTrue(missed <= 0.05, n + " at " + share + ": " + missed);
      }
    }
  }

  @Test
  void aBoundedMeanOfZerosAndOnesHasTheIntervalOfClopperAndPearson() {
    // Quantiles of the beta distribution, from another program.
    near(0.44390454, 0.97478927, Interval.ofMean(successes(8, 10), Range.UNIT));
    near(0.39763536, 1, Interval.ofMean(successes(4, 4), Range.UNIT));
    near(0, 0.60236464, Interval.ofMean(successes(0, 4), Range.UNIT));
    near(0.01257912, 0.98742088, Interval.ofMean(successes(1, 2), Range.UNIT));
    near(0.98168676, 0.99519449, Interval.ofMean(successes(990, 1000), Range.UNIT));
  }

  @Test
  void aBoundedMeanIsTheQuantileThatDrawingWeightsFinds() {
    double[] samples = {0.11, 0.52, 0.37, 0.93, 0.42, 0.42, 0.6};
    Interval interval = Interval.ofMean(samples, Range.UNIT);
    assertEquals(0.025, drawnBelow(samples, 0, interval.low()), 0.001);
    assertEquals(0.975, drawnBelow(samples, 1, interval.high()), 0.001);
    assertEquals(Method.GAFFKE, interval.method());
  }

  /// How much of the weighted means lies below a bound, weights drawn evenly from the simplex.
  private static double drawnBelow(double[] samples, double extreme, double bound) {
    SplittableRandom random = new SplittableRandom(5);
    int below = 0;
    int draws = 400_000;
    for (int draw = 0; draw < draws; draw++) {
      double weights = -Math.log(1 - random.nextDouble());
      double sum = weights * extreme;
      for (double sample : samples) {
        double weight = -Math.log(1 - random.nextDouble());
        weights += weight;
        sum += weight * sample;
      }
      below += sum / weights < bound ? 1 : 0;
    }
    return (double) below / draws;
  }

  @Test
  void differencesThatHappenToBeZeroOrOneAreStillDifferences() {
    Interval four = Interval.ofDifferences(successes(4, 4), Range.UNIT);
    assertEquals(Method.GAFFKE_PAIRED, four.method());
    assertFalse(four.excludes(0), "four of four: " + four);
    assertTrue(Interval.ofDifferences(successes(8, 8), Range.UNIT).excludes(0));
    assertTrue(Interval.ofDifferences(successes(1, 4), Range.UNIT).low() < -0.1);
  }

  @Test
  void oneSampleHasNoInterval() {
    for (Interval one :
        new Interval[] {
          Interval.ofProportion(successes(1, 1)),
          Interval.ofMean(successes(1, 1), Range.UNIT),
          Interval.ofMean(successes(1, 1), Range.ANY),
          Interval.ofDifferences(successes(1, 1), Range.UNIT)
        }) {
      assertEquals(1, one.mean());
      assertEquals(Method.NONE, one.method());
      assertTrue(Double.isNaN(one.low()) && Double.isNaN(one.high()));
      assertFalse(one.excludes(0));
      assertEquals("no interval: one episode", one.words(NumberWords::score, "episode"));
    }
  }

  @Test
  void equalSamplesWithoutARangeSayNothingOfTheirSpread() {
    Interval equal = Interval.ofMean(new double[] {7, 7, 7}, Range.COUNT);
    assertEquals(Method.NONE, equal.method());
    assertEquals(
        "no interval: all 3 episodes are equal", equal.words(NumberWords::score, "episode"));
  }

  @Test
  void aMeasureWithoutARangeGetsStudentsInterval() {
    Interval interval = Interval.ofMean(new double[] {1, 2, 3, 4}, Range.ANY);
    // 3.18245 for three degrees of freedom.
    double half = 3.182446 * Math.sqrt(5.0 / 3 / 4);
    near(2.5 - half, 2.5 + half, interval);
    assertEquals(Method.STUDENT, interval.method());
    assertEquals(0, Interval.ofMean(new double[] {0, 0, 0, 9}, Range.COUNT).low());
  }

  @Test
  void studentsQuantilesAreThoseOfTheClosedFormula() {
    for (int freedom = 1; freedom <= 300; freedom++) {
      assertEquals(
          StudentT.quantile(0.975, freedom),
          Interval.studentQuantile(freedom),
          1e-9,
          "degrees of freedom: " + freedom);
    }
  }

  @Test
  void studentsQuantilesAreThoseOfTheTables() {
    assertEquals(12.706205, Interval.studentQuantile(1), 1e-6);
    assertEquals(4.302653, Interval.studentQuantile(2), 1e-6);
    assertEquals(2.228139, Interval.studentQuantile(10), 1e-6);
    assertEquals(1.998341, Interval.studentQuantile(63), 1e-6);
    assertEquals(1.962341, Interval.studentQuantile(999), 1e-6);
  }

  @Test
  void noIntervalLeavesTheRangeOrItsOwnMean() {
    SplittableRandom random = new SplittableRandom(9);
    for (int round = 0; round < 3000; round++) {
      int count = 2 + random.nextInt(12);
      double share = random.nextDouble();
      double[] differences = new double[count];
      Arrays.setAll(
          differences, _ -> random.nextDouble() < share ? -1 : random.nextInt(-1, 2) * share);
      Interval interval = Interval.ofDifferences(differences, Range.UNIT);
      assertTrue(
          -1 <= interval.low()
              && interval.low() <= interval.mean()
              && interval.mean() <= interval.high()
              && interval.high() <= 1,
          Arrays.toString(differences) + ": " + interval);
    }
  }

  /// 300 studies a cell: a method whose level is 5 % has more than 29 false claims in one of a
  /// thousand cells.
  @Test
  void policiesThatGainNothingAreSeldomSaidToGain() {
    for (IntervalStudy.Gainless policy : IntervalStudy.Gainless.values()) {
      for (int episodes : new int[] {4, 8, 16, 32, 64}) {
        int claims =
            IntervalStudy.falseClaims(policy, IntervalStudy.Candidate.GAFFKE, episodes, 300);
        assertTrue(claims <= 29, policy + ", " + episodes + " episodes: " + claims + " of 300");
      }
    }
  }

  @Test
  void theFormerRuleIsFoundOut() {
    int claims =
        IntervalStudy.falseClaims(
            IntervalStudy.Gainless.RANDOM, IntervalStudy.Candidate.FORMER, 4, 300);
    assertTrue(claims > 60, claims + " of 300");
    claims =
        IntervalStudy.falseClaims(
            IntervalStudy.Gainless.SKEWED, IntervalStudy.Candidate.STUDENT, 16, 300);
    assertTrue(claims > 60, claims + " of 300");
  }

  @Test
  void manyEpisodesMakeANarrowInterval() {
    double ours =
        IntervalStudy.width(
            IntervalStudy.Gainless.RANDOM, IntervalStudy.Candidate.GAFFKE, 1000, 10);
    double normal =
        IntervalStudy.width(
            IntervalStudy.Gainless.RANDOM, IntervalStudy.Candidate.STUDENT, 1000, 10);
    assertTrue(ours < 1.05 * normal, ours + " and " + normal);
  }

  /// The whole of `docs/measurements/intervals.md` for the method in use.
  @Test
  @Tag("slow")
  void twoThousandStudiesHoldTheirLevelEverywhere() {
    for (IntervalStudy.Gainless policy : IntervalStudy.Gainless.values()) {
      for (int episodes : new int[] {4, 8, 16, 32, 64, 256, 1000}) {
        int claims =
            IntervalStudy.falseClaims(policy, IntervalStudy.Candidate.GAFFKE, episodes, 2000);
        // 5 % and twice the Monte Carlo error.
        assertTrue(claims <= 120, policy + ", " + episodes + " episodes: " + claims + " of 2000");
      }
    }
  }

  private static double[] successes(int ones, int count) {
    double[] samples = new double[count];
    Arrays.fill(samples, 0, ones, 1);
    return samples;
  }

  private static void near(double low, double high, Interval interval) {
    assertEquals(low, interval.low(), 2e-6);
    assertEquals(high, interval.high(), 2e-6);
  }
}
