package dev.hindsight.app.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.SyntheticRuns;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.LedgerEntry;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunId;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStart;
import dev.hindsight.trainer.study.Interval;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunGroupTest {
  private static final Instant BEGUN = Instant.parse("2026-11-20T08:00:00Z");
  private static final String VALUE = "losses/value_loss";

  @Test
  void runsThatDifferOnlyInTheirSeedAreOneGroupNamedByItsSettings() {
    List<RunGroup> groups =
        RunGroup.of(
            List.of(run("a", 1, 0.01), run("b", 1, 0.02), run("c", 2, 0.01), run("d", 3, 0.01)),
            RunGroup.Grouping.BY_SETTINGS);

    assertEquals(List.of("learning_rate 0.01", "learning_rate 0.02"), names(groups));
    assertEquals(List.of("a", "c", "d"), ids(groups.getFirst()));
    assertEquals(
        "learning_rate 0.01 (n = 3)", groups.getFirst().title(List.of(UpdateReport::update)));
    assertEquals(
        "learning_rate 0.02",
        groups.getLast().title(List.of(UpdateReport::update)),
        "one run is no mean");
  }

  @Test
  void moreMetricsThanTheWindowMakesChartsOfAtOnceAreOfferedInParts() {
    RunGroup.Measured run = run("a", 1, 0.01);
    Map<String, Double> many = new LinkedHashMap<>();
    IntStream.range(0, 12_345).forEach(i -> many.put("train/tag%05d".formatted(i), 1.0));
    many.put("losses/kl", 1.0);
    UpdateReport report = new UpdateReport(1, 1, 1, List.of(), many);
    var kinds =
        RunComparison.metrics(
            List.of(new RunGroup.Measured(run.record(), run.name(), List.of(report))));

    assertEquals(List.of("losses/kl"), List.copyOf(kinds.values()).getFirst());
    assertEquals(1 + 206, kinds.size());
    assertEquals("train/tag00060", kinds.getOrDefault("train, 61 to 120", List.of()).getFirst());
    assertEquals(45, List.copyOf(kinds.values()).getLast().size());
    assertEquals(12_346, kinds.values().stream().mapToInt(List::size).sum());
  }

  @Test
  void apartEveryRunHasItsOwnNameAndTwoOfTheSameNameTheirIds() {
    RunGroup.Measured one = run("a", 1, 0.01);
    RunGroup.Measured other = run("b", 2, 0.01);
    List<RunGroup> groups =
        RunGroup.of(
            List.of(
                new RunGroup.Measured(one.record(), "wide", one.reports()),
                new RunGroup.Measured(other.record(), "wide", other.reports()),
                run("c", 3, 0.01)),
            RunGroup.Grouping.APART);

    assertEquals(List.of("wide (a)", "wide (b)", "c"), names(groups));
  }

  @Test
  void aRunWhoseLearningRateTheUserChangedIsNotOneOfTheOtherSeeds() {
    RunGroup.Measured changed = run("b", 2, 0.01);
    RunRecord before = changed.record();
    RunRecord record =
        new RunRecord(
            before.id(),
            before.begun(),
            before.start(),
            before.process(),
            before.gates(),
            List.of(
                new LedgerEntry.Changed(
                    before.id(), BEGUN, RunRecord.LEARNING_RATE_FACTOR, 0.5, 20)),
            before.progress(),
            before.ended(),
            before.takenUp(),
            before.touched());
    List<RunGroup> groups =
        RunGroup.of(
            List.of(run("a", 1, 0.01), new RunGroup.Measured(record, "b", changed.reports())),
            RunGroup.Grouping.BY_SETTINGS);

    assertEquals(
        List.of("learning_rate_factor –", "learning_rate_factor 0.5 after update 20"),
        names(groups));
  }

  /// By hand: 1, 2, 6 has mean 3, standard deviation sqrt(7); t(2 degrees, .975) = 4.30265.
  @Test
  void theBandIsStudentsIntervalOfTheMean() {
    RunGroup group = group(values(1), values(2), values(6));
    ChartCurve curve = curve(group);

    double half = 4.302653 * Math.sqrt(7) / Math.sqrt(3);
    assertEquals(3, curve.y(0));
    assertArrayEquals(new double[] {3 - half, 3 + half}, curve.interval(0).orElseThrow(), 1e-5);
  }

  @Test
  void oneRunHasNoBand() {
    assertFalse(curve(group(values(1, 2, 3))).banded());
  }

  @Test
  void theMeanEndsWhereItsFirstRunEndsAndTheLegendSaysSo() {
    RunGroup group = group(values(1, 1, 1, 1), values(3, 3), values(2, 2, 2, 2));
    ChartCurve curve = curve(group);

    assertEquals(2, curve.count());
    assertEquals(2, curve.y(1), "not 1.5, the mean of the runs that are left");
    assertEquals(Optional.of("n = 3, to update 2"), group.remark(RunGroupTest::valueLoss));
    assertTrue(curve.endsBefore(ChartAxis.UPDATES, 3));
    assertFalse(curve.endsBefore(ChartAxis.UPDATES, 2));
  }

  /// The third run failed before its first update, or its algorithm has no such number.
  @Test
  void theLegendCountsTheRunsThatTheMeanIsOfAndNamesTheOthers() {
    for (double[] none : List.of(values(), values(Double.NaN, Double.NaN, Double.NaN))) {
      RunGroup group = group(values(1, 1, 1), values(3, 3), none);

      assertEquals(2, curve(group).count());
      assertEquals(2, curve(group).y(1));
      assertEquals(
          Optional.of("n = 2, to update 2, without r2"), group.remark(RunGroupTest::valueLoss));
      assertEquals(
          "all (n = 2 to 3, without r2)",
          group(values(1, 1), values(3, 3), values(Double.NaN, Double.NaN))
              .title(List.of(RunGroupTest::valueLoss, UpdateReport::update)));
    }
  }

  @Test
  void anUpdateThatOneRunDidNotMeasureIsLeftOutAndIsNoMeanOfTheOthers() {
    ChartCurve curve = curve(group(values(1, Double.NaN, 5), values(3, 9, 7)));

    assertEquals(2, curve.count());
    assertEquals(3, curve.x(ChartAxis.UPDATES, 1));
    assertEquals(6, curve.y(1));
  }

  @Test
  void overStepsAndTimeAnUpdateLiesAtTheMeanOfItsRuns() {
    ChartCurve curve = curve(group(values(1, 1), values(2, 2)));

    assertEquals(30, curve.x(ChartAxis.AGENT_STEPS, 1), "20 and 40");
    assertEquals(3, curve.x(ChartAxis.TIME, 1), "2 and 4");
  }

  @Test
  void theTableOfScoresHasTheMeanOfTheSeedsWithItsInterval() {
    RunComparison comparison =
        new RunComparison(
            RunGroup.of(
                List.of(run("a", 1, 0.01), run("b", 2, 0.01)), RunGroup.Grouping.BY_SETTINGS));

    assertEquals(List.of("seed"), varying(comparison));
    assertEquals(
        List.of("1, 2"),
        comparison.configuration().stream()
            .filter(row -> row.name().equals("seed"))
            .findFirst()
            .orElseThrow()
            .cells());
  }

  @Test
  void runsWithoutScoresAreComparedByTheirReturns() {
    RunComparison comparison =
        new RunComparison(
            RunGroup.of(
                List.of(earning("a", 3, 2.5), earning("b", 5, 4)), RunGroup.Grouping.APART));

    assertEquals(List.of("2.50", "4.00"), outcome(comparison, "return"));
    assertEquals(List.of("3.00", "5.00"), outcome(comparison, "best return"));
  }

  private static List<String> outcome(RunComparison comparison, String name) {
    return comparison.outcome().stream()
        .filter(row -> row.name().equals(name))
        .findFirst()
        .orElseThrow()
        .cells();
  }

  /// A run without scores.
  private static RunGroup.Measured earning(String id, double best, double recent) {
    RunGroup.Measured run = run(id, 1, 0.01);
    RunRecord before = run.record();
    RunProgress progress =
        new RunProgress(
            10,
            10,
            1000,
            1000,
            5,
            Optional.empty(),
            1,
            List.of(),
            Optional.of(best),
            Optional.of(recent));
    RunRecord record =
        new RunRecord(
            before.id(),
            before.begun(),
            before.start(),
            before.process(),
            before.gates(),
            before.changes(),
            Optional.of(progress),
            before.ended(),
            before.takenUp(),
            before.touched());
    return new RunGroup.Measured(record, id, run.reports());
  }

  private static List<String> varying(RunComparison comparison) {
    return comparison.configuration().stream()
        .filter(row -> row.cells().getFirst().contains(", "))
        .map(RunComparison.ComparisonRow::name)
        .toList();
  }

  private static List<String> names(List<RunGroup> groups) {
    return groups.stream().map(RunGroup::name).toList();
  }

  private static List<String> ids(RunGroup group) {
    return group.runs().stream().map(RunGroup.Measured::name).toList();
  }

  private static ChartCurve curve(RunGroup group) {
    return group.curve(RunGroupTest::valueLoss, Interval.Range.ANY);
  }

  private static double valueLoss(UpdateReport report) {
    return report.metrics().getOrDefault(VALUE, Double.NaN);
  }

  /// Runs of one group; run i takes 10 (i + 1) agent steps and i + 1 seconds in an update.
  private static RunGroup group(double[]... runs) {
    List<RunGroup.Measured> all = new ArrayList<>();
    for (int i = 0; i < runs.length; i++) {
      double[] values = runs[i];
      long steps = 10L * (i + 1);
      double seconds = i + 1.0;
      List<UpdateReport> reports =
          IntStream.range(0, values.length)
              .mapToObj(u ->
                  new UpdateReport(
                      u + 1,
                      steps,
                      steps,
                      List.of(),
                      Double.isNaN(values[u])
                          ? Map.of(UpdateReport.SECONDS, seconds)
                          : Map.of(UpdateReport.SECONDS, seconds, VALUE, values[u])))
              .toList();
      all.add(new RunGroup.Measured(run("r" + i, i, 0.01).record(), "r" + i, reports));
    }
    return new RunGroup("all", all);
  }

  private static double[] values(double... values) {
    return values;
  }

  private static RunGroup.Measured run(String id, long seed, double rate) {
    RunStart start = SyntheticRuns.start(seed, rate, new RunFolder(Path.of("runs").resolve(id)));
    RunRecord record =
        new RunRecord(
            new RunId(id),
            BEGUN,
            start,
            Optional.empty(),
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            0,
            BEGUN);
    return new RunGroup.Measured(record, id, SyntheticRuns.reports(seed, rate, 10));
  }
}
