package dev.hindsight.inspector.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.scores.TrialMeasure;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingComparisonTest {
  private static final int AGENTS = 4;
  private static final int TICKS = 40;

  private static ComparisonReport compare(Rollout one, Rollout other, AlignmentRule rule) {
    return new RecordingComparison(one, other, rule).run(Progress.SILENT, new Cancellation());
  }

  private static ComparisonReport compare(Rollout one, Rollout other) {
    return compare(one, other, new AlignmentRule.ByTick());
  }

  /// A flipped bit.
  ///
  /// @param place index of the element, among all of the recording
  private record FlippedBit(String channel, int place, int bit) {
    private double flip(String name, int at, double value) {
      return name.equals(channel) && at == place
          ? Float.intBitsToFloat(Float.floatToIntBits((float) value) ^ 1 << bit)
          : value;
    }
  }

  private static final FlippedBit NONE = new FlippedBit("", 0, 0);

  private static MemoryRollout recording(FlippedBit flippedBit) {
    return new MemoryRollout("toy", AGENTS, TICKS, 2)
        .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 20))
        .with("observation", Dtype.F4, value("observation", 6, flippedBit), AGENTS, 6)
        .with("pose", Dtype.F4, value("pose", 3, flippedBit), AGENTS, 3)
        .with("logits", Dtype.F4, value("logits", 5, flippedBit), AGENTS, 5)
        .with("state_hash", Dtype.I8, (tick, _) -> tick * 1e12);
  }

  private static MemoryRollout.Value value(String name, int width, FlippedBit flippedBit) {
    return (tick, index) ->
        flippedBit.flip(
            name,
            tick * AGENTS * width + index,
            (float) Math.sin(tick + 0.1 * index + name.length()));
  }

  @Test
  void overNoPairOfTicksNothingCouldBeCompared() {
    MemoryRollout empty =
        new MemoryRollout("toy", AGENTS, 0, 2)
            .with("trial", Dtype.I4, (_, _) -> 0)
            .with("pose", Dtype.F4, (_, _) -> 0, AGENTS, 3);
    ComparisonReport report = compare(empty, recording(NONE));
    assertEquals(
        "Nothing could be compared: aligned by tick, the two recordings have no pair of ticks; 40"
            + " of B without one.",
        report.sentence(empty, recording(NONE)));
    assertFalse(report.equal());
    assertFalse(compare(empty, empty).equal(), "two without a tick do not prove anything either");
  }

  @Test
  void recordingDoesNotDifferFromItself() {
    for (AlignmentRule rule : List.of(new AlignmentRule.ByTick(), new AlignmentRule.ByTrial())) {
      ComparisonReport report = compare(recording(NONE), recording(NONE), rule);

      assertTrue(report.equal(), () -> report.toString());
      assertEquals(List.of(), report.differing());
      assertEquals(5, report.channels().size());
      assertEquals(Divergence.SAME, report.divergence(TICKS - 1));
    }
  }

  @Test
  void singleFlippedBitIsFoundAtItsTickAgentAndDimension() {
    Random random = new Random(7);
    for (int round = 0; round < 60; round++) {
      FlippedBit flippedBit =
          new FlippedBit("observation", random.nextInt(TICKS * AGENTS * 6), random.nextInt(23));
      ComparisonReport report = compare(recording(NONE), recording(flippedBit));
      FirstDifference first = report.first().orElseThrow().first().orElseThrow();

      assertEquals(1, report.differing().size());
      assertEquals("observation", report.first().orElseThrow().channel());
      assertEquals(flippedBit.place() / (AGENTS * 6), first.tick());
      assertEquals(flippedBit.place() / 6 % AGENTS, first.agent());
      assertEquals(flippedBit.place() % 6, first.component());
      assertEquals(1, report.first().orElseThrow().differing());
      assertTrue(first.size() > 0);
      assertEquals(first.size(), report.first().orElseThrow().largest());
      assertEquals(Divergence.WORLDS, report.divergence(first.tick()));
      assertFalse(report.equal());
    }
  }

  @Test
  void equalColumnsWithAnotherHashAreNotCalledTheSame() {
    MemoryRollout other =
        new MemoryRollout("toy", AGENTS, TICKS, 2)
            .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 20))
            .with("observation", Dtype.F4, value("observation", 6, NONE), AGENTS, 6)
            .with("pose", Dtype.F4, value("pose", 3, NONE), AGENTS, 3)
            .with("logits", Dtype.F4, value("logits", 5, NONE), AGENTS, 5)
            .with("state_hash", Dtype.I8, (tick, _) -> tick * 1e12 + (tick < 9 ? 0 : 1));
    ComparisonReport report = compare(recording(NONE), other);

    assertEquals("the same", report.tickWords(8));
    assertEquals(
        "all columns are the same except digests of the state, which also cover totals and random numbers",
        report.tickWords(9));
    assertEquals("the same", compare(recording(NONE), recording(NONE)).tickWords(9));
  }

  @Test
  void flippedBitOfALogitIsNotTheWorlds() {
    ComparisonReport report = compare(recording(NONE), recording(new FlippedBit("logits", 57, 3)));

    assertEquals(Divergence.POLICIES, report.divergence(57 / (AGENTS * 5)));
  }

  @Test
  void swappingFindsTheSameTheOtherWayRound() {
    MemoryRollout one = recording(new FlippedBit("pose", 100, 4));
    MemoryRollout other = recording(new FlippedBit("observation", 500, 9));
    List<ChannelDifference> there = compare(one, other).differing();
    List<ChannelDifference> back = compare(other, one).differing();

    assertEquals(there.size(), back.size());
    for (int i = 0; i < there.size(); i++) {
      assertEquals(turned(there.get(i)), back.get(i));
    }
  }

  private static ChannelDifference turned(ChannelDifference d) {
    return new ChannelDifference(
        d.channel(),
        d.unit(),
        d.scale(),
        d.compared(),
        d.differing(),
        d.largest(),
        d.first().map(RecordingComparisonTest::turned),
        d.byAgent().stream().map(RecordingComparisonTest::turned).toList(),
        d.byComponent().stream().map(RecordingComparisonTest::turned).toList());
  }

  private static FirstDifference turned(FirstDifference d) {
    return new FirstDifference(
        /* tick= */ d.otherTick(),
        /* otherTick= */ d.tick(),
        /* agent= */ d.otherAgent(),
        /* otherAgent= */ d.agent(),
        d.component(),
        /* one= */ d.other(),
        /* other= */ d.one());
  }

  @Test
  void trialsOfUnequalLengthAreComparedFromTheirStart() {
    MemoryRollout one = walk(new int[] {6, 9});
    MemoryRollout other = walk(new int[] {8, 5});

    assertEquals(List.of(), compare(one, other, new AlignmentRule.ByTrial()).differing());
    assertEquals(6, compare(one, other).first().orElseThrow().first().orElseThrow().tick());
    assertFalse(compare(one, other, new AlignmentRule.ByTrial()).equal(), "some ticks are alone");
  }

  /// Every trial is the same walk, of different length.
  private static MemoryRollout walk(int[] lengths) {
    MemoryRollout trials = AlignerTest.trials(2, lengths);
    return trials.with(
        "pose",
        Dtype.F4,
        (tick, index) -> (tick - trials.trials().start(trials.trials().stretchAt(tick))) + index,
        2,
        3);
  }

  @Test
  void agentsArePairedByTheirIds() {
    MemoryRollout one = numbered(10, 20, 30);
    MemoryRollout other = numbered(30, 10);

    ComparisonReport report = compare(one, other);

    assertEquals(AgentPairs.PairedBy.ID, report.agents().by());
    assertEquals(OptionalInt.of(0), report.agents().other(2));
    assertEquals(OptionalInt.empty(), report.agents().other(1));
    assertEquals(List.of(), report.differing());
    assertTrue(report.left().getFirst().contains("the 2 that both have"), report.left()::toString);
  }

  private static MemoryRollout numbered(float... ids) {
    return new MemoryRollout("toy", ids.length, 5, 1)
        .with("pose", Dtype.F4, (tick, index) -> ids[index / 3] + tick, ids.length, 3)
        .with(AgentPairs.IDS, NpyArray.of(ids, ids.length));
  }

  @Test
  void whatOnlyOneHasIsSaidAndTheRestCompared() {
    MemoryRollout one = recording(NONE).without("logits");
    MemoryRollout other =
        new MemoryRollout("drive", AGENTS, TICKS, 2)
            .with("pose", Dtype.F4, value("pose", 3, NONE), AGENTS, 3)
            .with("observation", Dtype.F4, (_, _) -> 1, AGENTS, 9)
            .with("mood", Dtype.U1, (_, _) -> 1);

    ComparisonReport report = compare(one, other);

    assertEquals(List.of("pose"), report.channels().stream().map(c -> c.channel()).toList());
    assertEquals(
        List.of(
            "A is a recording of toy, B of drive",
            "observation: the two recordings have no part in common",
            "only A has trial, state_hash",
            "only B has mood"),
        report.left());
    assertFalse(report.equal());
  }

  @Test
  void segmentsOfTheSameNameAreComparedWhereverTheyStand() {
    MemoryRollout one =
        new MemoryRollout("toy", 1, 3, 1)
            .with("observation", Dtype.F4, (tick, i) -> i < 2 ? 5 : tick + i, 1, 5)
            .with(layout(segment("extra", 0, 2), segment("ego", 2, 3)));
    MemoryRollout other =
        new MemoryRollout("toy", 1, 3, 1)
            .with("observation", Dtype.F4, (tick, i) -> tick + 2 + i + (i == 1 ? tick : 0), 1, 3)
            .with(layout(segment("ego", 0, 3)));

    ComparisonReport report = compare(one, other);
    FirstDifference first = report.first().orElseThrow().first().orElseThrow();

    assertEquals(3, first.component(), "as A counts");
    assertEquals(1, first.tick());
    assertEquals(List.of("observation: cannot be compared: extra"), report.left());
  }

  /// Planted: equally many numbers in another order, which a comparison by position would mix up.
  @Test
  void segmentsThatChangedPlacesAreComparedByName() {
    MemoryRollout one =
        new MemoryRollout("toy", 1, 3, 1)
            .with("observation", Dtype.F4, (tick, i) -> 10 * tick + i, 1, 4)
            .with(layout(segment("self/position", 0, 2), segment("landmarks/0", 2, 2)));
    MemoryRollout turned =
        new MemoryRollout("toy", 1, 3, 1)
            .with("observation", Dtype.F4, (tick, i) -> 10 * tick + (i + 2) % 4, 1, 4)
            .with(layout(segment("landmarks/0", 0, 2), segment("self/position", 2, 2)));

    assertTrue(compare(one, turned).equal());
  }

  @Test
  void anArrayOfAnotherShapeIsNamedByItsPath() {
    MemoryRollout one =
        new MemoryRollout("toy", 1, 3, 1)
            .with("observation", Dtype.F4, (_, i) -> i, 1, 4)
            .with(layout(segment("self", 0, 2), segment("landmarks/0", 2, 2)));
    MemoryRollout other =
        new MemoryRollout("toy", 1, 3, 1)
            .with("observation", Dtype.F4, (_, i) -> i, 1, 5)
            .with(layout(segment("self", 0, 2), segment("landmarks/0", 2, 3)));

    assertEquals(
        List.of(
            "observation: cannot be compared: landmarks/0, an array of shape [2] in A and an array"
                + " of shape [3] in B"),
        compare(one, other).left());
  }

  @Test
  void nanInBothObservationsCountsAsEqualWithAWarningThatNamesItsPath() {
    MemoryRollout one =
        new MemoryRollout("toy", 2, 5, 1)
            .with(
                "observation",
                Dtype.F4,
                (tick, i) -> tick >= 3 && i == 6 ? Double.NaN : tick + i,
                2,
                4)
            .with(layout(segment("self", 0, 2), segment("landmarks/0", 2, 2)));

    ComparisonReport report = compare(one, one);

    assertTrue(report.equal());
    assertEquals(1, report.warnings().size());
    assertTrue(
        report.warnings().getFirst().startsWith("observation at tick 3 of agent 1: NaN in both"),
        report.warnings().getFirst());
    assertTrue(report.warnings().getFirst().contains("landmarks/0.x"));
  }

  private static ObservationLayout layout(ObservationLayout.Segment... segments) {
    return new ObservationLayout(List.of(segments));
  }

  private static ObservationLayout.Segment segment(String name, int offset, int length) {
    return new ObservationLayout.Segment(
        name, offset, List.of(length), List.of("x", "y", "z").subList(0, length));
  }

  @Test
  void numbersThatAreNoneAreTheSameAndNegativeZeroIsNot() {
    MemoryRollout one =
        new MemoryRollout("toy", 0, 2, 1)
            .with("a", Dtype.F4, (_, _) -> Double.NaN)
            .with("b", Dtype.F4, (_, _) -> 0.0)
            .with("c", Dtype.F8, (_, _) -> 0.1);
    MemoryRollout other =
        new MemoryRollout("toy", 0, 2, 1)
            .with("a", Dtype.F4, (_, _) -> Double.NaN)
            .with("b", Dtype.F4, (_, _) -> -0.0)
            .with("c", Dtype.F8, (_, _) -> Math.nextUp(0.1));

    List<ChannelDifference> differing = compare(one, other).differing();

    assertEquals(List.of("b", "c"), differing.stream().map(c -> c.channel()).toList());
    assertEquals(0, differing.getFirst().largest());
  }

  @Test
  void cancelledComparisonStops() {
    Cancellation cancellation = new Cancellation();
    cancellation.cancel();

    assertThrows(
        CancellationException.class,
        () ->
            new RecordingComparison(recording(NONE), recording(NONE), new AlignmentRule.ByTick())
                .run(Progress.SILENT, cancellation));
  }

  @Test
  void alignmentByEventsNobodyRecordedIsAProblem() {
    AlignmentRule rule = new AlignmentRule.ByEvent(EventKind.GOAL, OptionalInt.empty());

    assertThrows(Problem.class, () -> compare(recording(NONE), recording(NONE), rule));
  }

  @Test
  void recordingsOfADriveDifferAndSoDoTheirScores(@TempDir Path folder) throws IOException {
    Map<String, String> trials =
        Map.of("goal_behavior", "trial", "k_scenarios", "2", "scenario_length", "12");
    try (Rollout one = Rollouts.open(SampleRecordings.drive(folder, "intersection-1", trials, 24));
        Rollout longer =
            Rollouts.open(SampleRecordings.drive(folder, "intersection-1", trials, 30))) {
      ComparisonReport same = compare(one, longer);
      assertEquals(List.of(), same.differing(), "the same seed gives the same ticks");
      assertEquals(6, same.alignment().othersAlone());
      List<ScoreComparison.Line> lines = same.scores().means(TrialMeasure.SCORE);
      assertFalse(lines.isEmpty());
      assertFalse(lines.getFirst().changed());
    }
  }
}
