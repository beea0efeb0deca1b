package dev.hindsight.trainer.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunScoresTest {
  private static final StratifiedBootstrap BOOTSTRAP = new StratifiedBootstrap(500, 1);

  @Test
  void theInterquartileMeanDropsTheLowestAndTheHighestQuarterOfAllRuns() {
    // 1 to 8: 1, 2, 7 and 8 are dropped, over tasks and not within each.
    assertEquals(4.5, scores(row(8, 1, 3, 5), row(2, 4, 6, 7)).interquartileMean());
    // scipy.stats.trim_mean([0, 0, 0.2, 0.3, 0.4, 0.9, 1], 0.25) drops one at each end.
    assertEquals(0.36, scores(row(0, 0.9, 0.4, 0.2, 0.3, 1, 0)).interquartileMean(), 1e-12);
    assertEquals(0.5, scores(row(0.1, 0.4, 1)).interquartileMean(), 1e-12, "three runs all count");
  }

  @Test
  void anOutlierMovesTheMeanButNotTheInterquartileMean() {
    RunScores runs = scores(row(0.5, 0.6, 0.6, 0.7));
    RunScores one = scores(row(-90, 0.6, 0.6, 0.7));
    assertEquals(runs.interquartileMean(), one.interquartileMean());
    assertNotEquals(runs.mean(), one.mean());
  }

  @Test
  void meanAndMedianAreThoseOfTheMeansOfTasks() {
    RunScores three = scores(row(0, 1), row(0.9, 0.7, 0.8), row(0.1));
    assertEquals((0.5 + 0.8 + 0.1) / 3, three.mean(), 1e-12);
    assertEquals(0.5, three.median(), 1e-12);
    assertEquals(0.65, scores(row(0, 1), row(0.9, 0.7)).median(), 1e-12);
  }

  @Test
  void theOptimalityGapIgnoresWhatExceedsTheTarget() {
    assertEquals((0.5 + 0 + 0) / 3, scores(row(0.5, 1, 7)).optimalityGap(1), 1e-12);
    assertEquals(0.5, scores(row(0, 0), row(1, 1)).optimalityGap(1), 1e-12);
  }

  @Test
  void theProfileIsThePartOfRunsAboveAThreshold() {
    RunScores runs = scores(row(0.1, 0.2, 0.3, 0.4), row(0.4, 0.5));
    assertEquals((0.25 + 1) / 2, runs.above(0.3), 1e-12, "0.3 is not above 0.3");
    double before = 1;
    for (double threshold = 0; threshold <= 1; threshold += 0.05) {
      assertTrue(runs.above(threshold) <= before);
      before = runs.above(threshold);
    }
    assertEquals(0, before);
  }

  @Test
  void theProbabilityOfImprovementIsTheShareOfPairsWon() {
    RunScores low = scores(row(0.1, 0.2), row(0.3, 0.5, 0.5));
    RunScores high = scores(row(0.2, 0.3, 0.4), row(0.5, 0.1));
    // Task 1: 0 of 6 won, one pair tied. Task 2: of 6 pairs 3 won, 2 tied.
    assertEquals((0.5 / 6 + 4.0 / 6) / 2, low.improvementOver(high), 1e-12);
    assertEquals(1, low.improvementOver(high) + high.improvementOver(low), 1e-12);
    assertEquals(0.5, low.improvementOver(low), 1e-12, "an arm against itself");
    assertEquals(1, scores(row(0.8, 0.9)).improvementOver(scores(row(0.1, 0.7, 0.2))));
    assertThrows(IllegalArgumentException.class, () -> low.improvementOver(scores(row(0.1, 0.2))));
  }

  @Test
  void anImprovementIsTheProbabilityThatMannAndWhitneyCount() {
    SplittableRandom random = new SplittableRandom(4);
    for (int round = 0; round < 50; round++) {
      double[] one = random.doubles(7).map(x -> Math.rint(4 * x)).toArray();
      double[] other = random.doubles(5).map(x -> Math.rint(4 * x)).toArray();
      // From the sum of ranks, ties sharing theirs.
      double[] all = IntStream.concat(of(one), of(other)).mapToDouble(i -> i).sorted().toArray();
      double ranks = Arrays.stream(one).map(x -> rank(all, x)).sum();
      double won = (ranks - one.length * (one.length + 1) / 2.0) / one.length / other.length;
      assertEquals(won, scores(row(one)).improvementOver(scores(row(other))), 1e-12);
    }
  }

  private static IntStream of(double[] values) {
    return Arrays.stream(values).mapToInt(x -> (int) x);
  }

  private static double rank(double[] sorted, double value) {
    return IntStream.range(0, sorted.length)
        .filter(i -> sorted[i] == value)
        .mapToDouble(i -> i + 1.0)
        .average()
        .orElseThrow();
  }

  @Test
  void aResampleKeepsEveryStratum() {
    RunScores two = scores(row(0.1, 0.2, 0.3), row(10.1, 10.2, 10.3));
    // Drawn from all six runs together, the part above 5 would not stay one half.
    Interval part = BOOTSTRAP.of(two, drawn -> drawn.above(5));
    assertEquals(0.5, part.mean());
    assertEquals(Interval.Method.NONE, part.method(), "all resamples agree: " + part);
    Interval mean = BOOTSTRAP.of(two, RunScores::mean);
    assertTrue(mean.low() >= 5.1 && mean.high() <= 5.3, mean.toString());
  }

  @Test
  void aBootstrapOfThreeRunsFindsTheQuantilesOfAll27Resamples() {
    double[] runs = {0.2, 0.5, 0.9};
    double[] all = new double[27];
    Arrays.setAll(all, i -> (runs[i % 3] + runs[i / 3 % 3] + runs[i / 9]) / 3);
    Arrays.sort(all);
    Interval interval = new StratifiedBootstrap(20_000, 3).of(scores(row(runs)), RunScores::mean);
    // Each of the 27 has 3.7 %: 2.5 % from the end are still the lowest and the highest.
    assertEquals(all[0], interval.low(), 1e-12);
    assertEquals(all[26], interval.high(), 1e-12);
    assertEquals((0.2 + 0.5 + 0.9) / 3, interval.mean(), 1e-12);
    assertEquals(Interval.Method.BOOTSTRAP, interval.method());
  }

  @Test
  void quantilesAreInterpolatedAsNumpyDoes() {
    double[] sorted = {1, 2, 4, 8};
    assertEquals(1.075, StratifiedBootstrap.quantile(sorted, 0.025), 1e-12);
    assertEquals(3, StratifiedBootstrap.quantile(sorted, 0.5), 1e-12);
    assertEquals(8, StratifiedBootstrap.quantile(sorted, 1), 1e-12);
  }

  @Test
  void aBootstrapIsAFunctionOfItsSeed() {
    RunScores runs = drawn(new SplittableRandom(1), 3, 7, 0.4);
    Interval once = BOOTSTRAP.of(runs, RunScores::interquartileMean);
    assertEquals(once, BOOTSTRAP.of(runs, RunScores::interquartileMean));
    assertNotEquals(once, new StratifiedBootstrap(500, 2).of(runs, RunScores::interquartileMean));
  }

  @Test
  void equalRunsSayNothingOfTheirSpread() {
    double third = 0.1 + 0.2;
    Interval rounded = Interval.ofRuns(new double[] {0.3, third, 0.3}, Interval.Range.UNIT);
    assertEquals(Interval.Method.NONE, rounded.method(), "rounding is no spread");
    RunScores equal = scores(row(1, 1, 1), row(0, 0, 0));
    assertEquals(Interval.Method.NONE, BOOTSTRAP.of(equal, RunScores::mean).method());
    assertEquals(
        Interval.Method.NONE, BOOTSTRAP.of(equal, equal, RunScores::improvementOver).method());
    assertEquals(
        Interval.Method.NONE,
        Interval.ofTwoArms(new double[] {1, 1, 1}, new double[] {0, 0, 0}, Interval.Range.UNIT)
            .method());
  }

  @Test
  void twoArmsGetWelchsInterval() {
    Interval difference =
        Interval.ofTwoArms(new double[] {4, 5, 6}, new double[] {1, 2, 3}, Interval.Range.ANY);
    // Equal variances: 4 degrees of freedom.
    double half = StudentT.quantile(0.975, 4) * Math.sqrt(2.0 / 3);
    assertEquals(3 - half, difference.low(), 1e-9);
    assertEquals(3 + half, difference.high(), 1e-9);
    assertEquals(Interval.Method.WELCH, difference.method());
    // One arm without spread: the degrees of freedom of the other.
    Interval one =
        Interval.ofTwoArms(new double[] {4, 5, 6}, new double[] {1, 1, 1, 1}, Interval.Range.ANY);
    assertEquals(4 - StudentT.quantile(0.975, 2) * Math.sqrt(1.0 / 3), one.low(), 1e-9);
    assertFalseClaim(Interval.ofTwoArms(new double[] {4}, new double[] {1, 2}, Interval.Range.ANY));
  }

  private static void assertFalseClaim(Interval none) {
    assertEquals(Interval.Method.NONE, none.method());
    assertTrue(!none.excludes(0));
  }

  @Test
  void aBootstrapOfTenRunsCoversTheTruthAndOneOfThreeMissesAQuarter() {
    assertTrue(misses(5, 10, 0.5) < 0.11, "five tasks, ten runs: " + misses(5, 10, 0.5));
    double few = misses(1, 3, 0.5);
    assertTrue(few > 0.2 && few < 0.35, "three runs of one task: " + few);
  }

  @Test
  void intervalsByStudentAndWelchCoverTheTruthOfThreeRuns() {
    SplittableRandom random = new SplittableRandom(8);
    int student = 0;
    int welch = 0;
    int studies = 2000;
    for (int study = 0; study < studies; study++) {
      double[] one = random.doubles(3).map(_ -> random.nextGaussian(0.5, 0.1)).toArray();
      double[] other = random.doubles(3).map(_ -> random.nextGaussian(0.5, 0.03)).toArray();
      student += Interval.ofRuns(one, Interval.Range.ANY).excludes(0.5) ? 1 : 0;
      welch += Interval.ofTwoArms(one, other, Interval.Range.ANY).excludes(0) ? 1 : 0;
    }
    assertEquals(0.05, (double) student / studies, 0.015);
    assertTrue(welch <= 0.065 * studies, welch + " of " + studies);
  }

  /// How often a 95 % interval of the mean misses the true one.
  private static double misses(int tasks, int runs, double truth) {
    SplittableRandom random = new SplittableRandom(31L * tasks + runs);
    int studies = 400;
    int missed = 0;
    for (int study = 0; study < studies; study++) {
      RunScores drawn = drawn(random, tasks, runs, truth);
      missed += BOOTSTRAP.of(drawn, RunScores::mean).excludes(truth) ? 1 : 0;
    }
    return (double) missed / studies;
  }

  private static RunScores drawn(SplittableRandom random, int tasks, int runs, double mean) {
    List<List<Double>> byTask = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      byTask.add(random.doubles(runs).map(_ -> random.nextGaussian(mean, 0.1)).boxed().toList());
    }
    return RunScores.of(byTask);
  }

  @SafeVarargs
  private static RunScores scores(List<Double>... tasks) {
    List<List<Double>> all = new ArrayList<>();
    for (List<Double> task : tasks) {
      all.add(task);
    }
    return RunScores.of(all);
  }

  private static List<Double> row(double... values) {
    return Arrays.stream(values).boxed().toList();
  }
}
