package dev.hindsight.inspector.moment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.version.PerturbedCheckpoints;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MomentRankingTest {
  @TempDir private Path folder;

  private static MomentRanking rank(Rollout rollout, MomentKind... kinds) {
    return rank(rollout, List.of(), kinds);
  }

  private static MomentRanking rank(Rollout rollout, List<String> versions, MomentKind... kinds) {
    return MomentRanking.of(
        rollout,
        new MomentRanking.Request(Arrays.asList(kinds), Optional.empty(), versions, 10),
        Progress.SILENT,
        new Cancellation());
  }

  private static MomentScores scores(MomentKind kind, float... sizes) {
    return new MomentScores(kind, 0, sizes, sizes, tick -> kind.id() + " at " + tick);
  }

  private static MomentRanking.Scored scored(int recording, MomentScores scores) {
    return new MomentRanking.Scored(recording, scores, MomentRankingTest::around);
  }

  @Test
  void severalRecordingsHaveOneRankingAndOverlapOnlyWithinEach() {
    List<RankedMoment> moments =
        MomentRanking.select(
            List.of(
                scored(0, scores(MomentKind.SURPRISE, 0, 9, 10, 0, 0)),
                scored(1, scores(MomentKind.SURPRISE, 0, 0, 11, 10.5f, 0)),
                scored(1, scores(MomentKind.NOVELTY, 0, 0, 0, 4, 0))),
            10);

    assertEquals(
        List.of("1: surprise at 2", "0: surprise at 2"),
        moments.stream().map(each -> each.recording() + ": " + each.reason()).toList(),
        "tick 2 of both; tick 3 of the second overlaps its own tick 2, by either kind");
  }

  @Test
  void aRecordingWithoutATickIsRefusedAndBesideOthersLeftOut() {
    MemoryRollout empty =
        new MemoryRollout("toy", 1, 0, 1)
            .with("reward", Dtype.F4, (_, _) -> 0, 1)
            .with("value", Dtype.F4, (_, _) -> 0, 1);
    Problem problem = assertThrows(Problem.class, () -> rank(empty, MomentKind.values()));
    assertEquals("it holds no tick", problem.what());
    MomentRanking both =
        MomentRanking.of(
            List.of(empty, spiked(40, -0.4)),
            new MomentRanking.Request(
                List.of(MomentKind.SURPRISE, MomentKind.ATTENTION_SHIFT),
                Optional.empty(),
                List.of(),
                3),
            Progress.SILENT,
            new Cancellation());
    assertFalse(both.moments().isEmpty());
    assertTrue(both.moments().stream().allMatch(moment -> moment.recording() == 1));
  }

  @Test
  void rankingTogetherIsRankingEachAndMerging() {
    MemoryRollout one = spiked(40, -0.4);
    MemoryRollout two = spiked(30, -0.9);
    MomentRanking both =
        MomentRanking.of(
            List.of(one, two),
            new MomentRanking.Request(
                List.of(MomentKind.SURPRISE), Optional.empty(), List.of(), 10),
            Progress.SILENT,
            new Cancellation());
    List<RankedMoment> apart = new ArrayList<>(rank(one, MomentKind.SURPRISE).moments());
    apart.addAll(rank(two, MomentKind.SURPRISE).moments());
    apart.sort(Comparator.comparingDouble(each -> -each.size()));
    assertEquals(
        apart.stream().limit(10).map(RankedMoment::size).toList(),
        both.moments().stream().map(RankedMoment::size).toList());
    assertEquals(1, both.moments().getFirst().recording(), "the larger surprise is the second's");
    assertEquals(30, both.moments().getFirst().tick());
  }

  @Test
  void aKindThatOneRecordingLacksStillRanksTheOther() {
    MemoryRollout lacking =
        new MemoryRollout("toy", 1, 40, 1).with("observation", Dtype.F4, (t, _) -> t % 5, 1, 1);
    MomentRanking ranking =
        MomentRanking.of(
            List.of(lacking, spiked(30, -0.9)),
            new MomentRanking.Request(
                List.of(MomentKind.SURPRISE), Optional.empty(), List.of(), 10),
            Progress.SILENT,
            new Cancellation());
    assertEquals(1, ranking.moments().getFirst().recording());
    assertTrue(
        ranking.omitted().getFirst().startsWith("Not ranked by Surprise in 1 of 2 recordings: "),
        ranking.omitted().toString());
  }

  @Test
  void aPolicyWithoutValuesCannotSurpriseAndTheReasonIsSaid() {
    MemoryRollout scripted = spiked(30, -0.9).with("value", Dtype.F4, (_, _) -> Double.NaN, 1);
    Problem problem = assertThrows(Problem.class, () -> rank(scripted, MomentKind.SURPRISE));

    assertEquals("none of its values is a finite number", problem.what());
    assertTrue(
        rank(scripted, MomentKind.values()).omitted().stream()
            .anyMatch(why -> why.startsWith("Not ranked by Surprise: ")));
  }

  private static MemoryRollout spiked(int at, double reward) {
    return new MemoryRollout("toy", 1, 60, 1)
        .with("reward", Dtype.F4, (t, _) -> t == at ? reward : 0, 1)
        .with("value", Dtype.F4, (_, _) -> 0, 1)
        .with("terminal", Dtype.BOOL, (t, _) -> t == 59 ? 1 : 0, 1);
  }

  private static Span around(int tick) {
    return new Span(Math.max(0, tick - 1), tick + 2);
  }

  @Test
  void withoutTheDiscountsOfItsAgentsARecordingCannotSurprise() {
    MemoryRollout conditioned =
        new MemoryRollout("toy", 1, 3, 1)
            .with("reward", Dtype.F4, (t, _) -> t, 1)
            .with("value", Dtype.F4, (_, _) -> 1, 1)
            .with("terminal", Dtype.BOOL, (t, _) -> t == 2 ? 1 : 0, 1)
            .with(
                new ObservationLayout(
                    List.of(
                        new ObservationLayout.Segment(
                            "ego", 0, List.of(1), List.of("discount_weight")))));
    assertEquals(
        "agents have discounts of their own, which it does not hold",
        assertThrows(Problem.class, () -> rank(conditioned, MomentKind.SURPRISE)).what());

    RankedMoment first =
        rank(conditioned.with("observation", Dtype.F4, (_, _) -> 0.5, 1, 1), MomentKind.SURPRISE)
            .moments()
            .getFirst();
    assertTrue(first.reason().contains("the return is 2.00"), first.reason());
  }

  @Test
  void overlappingMomentsAreLeftOutAndKindsTakeTurns() {
    List<RankedMoment> moments =
        MomentRanking.select(
            List.of(
                scored(0, scores(MomentKind.SURPRISE, 0, 9, 10, 8, 0, 7, 0, 0, 0, 0)),
                scored(0, scores(MomentKind.NOVELTY, 0, 0, 5, 0, 0, 0, 0, 0, 3, Float.NaN))),
            10);

    assertEquals(
        List.of("surprise at 2", "novelty at 8", "surprise at 5"),
        moments.stream().map(RankedMoment::reason).toList(),
        "ticks 1 and 3 overlap tick 2, and so does the novelty there");
    for (RankedMoment one : moments) {
      for (RankedMoment other : moments) {
        assertTrue(one.equals(other) || one.span().common(other.span()).isEmpty());
      }
    }
    assertEquals(
        1,
        MomentRanking.select(List.of(scored(0, scores(MomentKind.SURPRISE, 1, 0, 0, 0, 2))), 1)
            .size(),
        "no more than asked for");
  }

  @Test
  void aValueFarFromTheReturnIsASurprise() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 60, 1)
            .with("reward", Dtype.F4, (t, _) -> t == 40 ? -1 : 0, 1)
            .with("value", Dtype.F4, (t, _) -> t == 40 ? 0.8 : t < 40 ? -0.9 * power(40 - t) : 0, 1)
            .with("terminal", Dtype.BOOL, (t, _) -> t == 59 ? 1 : 0, 1);
    RankedMoment first = rank(rollout, MomentKind.SURPRISE).moments().getFirst();

    assertEquals(40, first.tick());
    assertEquals(1.8, first.size(), 1e-5);
    int window = MomentRanking.window(rollout);
    assertEquals(new Span(40 - window, 40 + window + 1), first.span());
    assertEquals("Value 0.80, but the return is -1.00: worse than expected.", first.reason());
  }

  private static double power(int ticks) {
    return Math.pow(0.97, ticks);
  }

  @Test
  void anObservationUnlikeAllBeforeIsNovel() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 80, 1)
            .with("observation", Dtype.F4, (t, i) -> i == 1 && t == 61 ? 9 : (t + i) % 4, 1, 3);
    RankedMoment first = rank(rollout, MomentKind.NOVELTY).moments().getFirst();

    assertEquals(61, first.tick());
    assertTrue(first.reason().endsWith("most in 1."), first.reason());
  }

  @Test
  void passingCloselyIsANearMissAndStandingSideBySideIsNone() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 3, 40, 1)
            .with(
                "pose",
                Dtype.F4,
                (t, i) ->
                    switch (i) {
                      case 0 -> t - 20.0;
                      case 4 -> 1.5;
                      case 6 -> 50;
                      case 7 -> t * 0.001;
                      default -> 0;
                    },
                3,
                3)
            .with("size", NpyArray.of(new float[] {1, 1, 1, 1, 1, 1}, 3, 2));
    List<RankedMoment> moments = rank(rollout, MomentKind.NEAR_MISS).moments();

    assertEquals(List.of(19), moments.stream().map(RankedMoment::tick).toList());
    assertEquals(0.5, moments.getFirst().size(), 1e-6);
    assertEquals("Passes agent 1 at 0.50 m.", moments.getFirst().reason());
  }

  /// Agent 1 passes agent 0 at 1.1 radii and the same height; agent 2 likewise 1000 ft above, agent
  /// 3 inside the zone, and agent 4 stays beside it.
  @Test
  void aircraftThatPassJustOutsideTheZoneAtTheSameHeightAreANearMiss() {
    double radius = 9260;
    double[] aside = {0, 1.1 * radius, 1.1 * radius, 0.9 * radius, 1.1 * radius};
    MemoryRollout rollout =
        new MemoryRollout("toy", 5, 40, 5)
            .with(
                "pose",
                Dtype.F4,
                (t, i) ->
                    switch (i % 3) {
                      case 0 -> i == 0 || i == 12 ? 0 : (t - 20) * 2000.0;
                      case 1 -> aside[i / 3];
                      default -> 0;
                    },
                5,
                3)
            .with("altitude", Dtype.F4, (_, i) -> i == 2 ? 9304.8 : 9000, 5)
            .with("zone", NpyArray.of(new float[] {(float) radius, 304.8f, 300}, 3));
    MomentRanking ranking =
        MomentRanking.of(
            rollout,
            new MomentRanking.Request(List.of(MomentKind.NEAR_MISS), Optional.of(0), List.of(), 10),
            Progress.SILENT,
            new Cancellation());

    assertEquals(List.of(20), ranking.moments().stream().map(RankedMoment::tick).toList());
    assertEquals(1.1, ranking.moments().getFirst().size(), 1e-6);
    assertEquals(
        "Passes agent 1 at 5.50 NM and 0 ft; separation is lost below 5.0 NM.",
        ranking.moments().getFirst().reason());
  }

  @Test
  void theDistanceOfTwoBoxesIsThatOfTheirNearestPoints() {
    Random random = new Random(3);
    for (int i = 0; i < 200; i++) {
      double[] one = box(random);
      double[] two = box(random);
      double least = Double.POSITIVE_INFINITY;
      for (double[] p : outline(one)) {
        for (double[] q : outline(two)) {
          least = Math.min(least, Math.hypot(p[0] - q[0], p[1] - q[1]));
        }
      }
      double distance = NearMisses.distance(one, two);
      assertEquals(distance, NearMisses.distance(two, one), 1e-12);
      if (distance > 0) {
        assertEquals(least, distance, 0.06, "boxes " + i);
      } else {
        assertTrue(least < 0.06 || inside(one, two) || inside(two, one), "they touch: " + i);
      }
    }
  }

  private static double[] box(Random random) {
    double heading = random.nextDouble() * 7;
    return new double[] {
      random.nextDouble() * 8,
      random.nextDouble() * 8,
      Math.cos(heading),
      Math.sin(heading),
      0.5 + 2 * random.nextDouble(),
      0.5 + random.nextDouble()
    };
  }

  private static boolean inside(double[] one, double[] two) {
    double dx = one[0] - two[0];
    double dy = one[1] - two[1];
    return Math.abs(dx * two[2] + dy * two[3]) <= two[4]
        && Math.abs(dy * two[2] - dx * two[3]) <= two[5];
  }

  private static double[][] outline(double[] box) {
    int n = 100;
    double[][] points = new double[4 * n][];
    for (int i = 0; i < n; i++) {
      double part = 2.0 * i / n - 1;
      points[4 * i] = at(box, part * box[4], box[5]);
      points[4 * i + 1] = at(box, part * box[4], -box[5]);
      points[4 * i + 2] = at(box, box[4], part * box[5]);
      points[4 * i + 3] = at(box, -box[4], part * box[5]);
    }
    return points;
  }

  private static double[] at(double[] box, double along, double across) {
    return new double[] {
      box[0] + along * box[2] - across * box[3], box[1] + along * box[3] + across * box[2]
    };
  }

  @Test
  void attentionThatStaysOnItsTicksHasNotMoved() {
    assertEquals(
        0,
        MomentScores.moved(new float[] {0.5f, 0.3f, 0.2f}, new float[] {0.5f, 0.3f, 0.1f, 0.1f}));
    assertEquals(
        0.4,
        MomentScores.moved(new float[] {0.5f, 0.3f, 0.2f}, new float[] {0.1f, 0.7f, 0.1f, 0.1f}),
        1e-6);
    assertEquals(0, MomentScores.moved(new float[] {1}, new float[] {0, 1}), "the window moves");
    assertEquals(
        1, MomentScores.moved(new float[] {1, 0, 0}, new float[] {0, 0, 0, 1}), "all of it");
  }

  @Test
  void realRecordingsHaveMomentsOfSeveralKindsWithReasons() {
    String noisy = PerturbedCheckpoints.write(folder, "darkroom-5x5", "noisy", 0.4).toString();
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 120)) {
      MomentRanking ranking = rank(rollout, List.of(noisy), MomentKind.values());

      for (MomentKind kind :
          List.of(
              MomentKind.SURPRISE,
              MomentKind.DISAGREEMENT,
              MomentKind.ATTENTION_SHIFT,
              MomentKind.NOVELTY)) {
        assertTrue(ranking.moments().stream().anyMatch(each -> each.kind() == kind), kind.id());
      }
      assertEquals(List.of(), ranking.omitted());
      assertFalse(ranking.moments().stream().anyMatch(each -> each.reason().isBlank()));
      assertThrows(Problem.class, () -> rank(rollout, MomentKind.DISAGREEMENT));
    }
  }

  @Test
  void aKindThatCannotBeMeasuredIsNamedAndAskedForAloneRefused() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 40, 1).with("observation", Dtype.F4, (t, _) -> t % 5, 1, 1);
    List<String> omitted = rank(rollout, MomentKind.NEAR_MISS, MomentKind.NOVELTY).omitted();

    assertEquals(1, omitted.size());
    assertTrue(omitted.getFirst().startsWith("Not ranked by Near miss: "), omitted.getFirst());
    assertThrows(Problem.class, () -> rank(rollout, MomentKind.NEAR_MISS));
  }

  @Test
  void aTrialsEndAtWhichBodiesAreMovedIsNoPassing() {
    MemoryRollout moved =
        new MemoryRollout("toy", 2, 40, 2)
            .with("trial", Dtype.I4, (t, _) -> Math.floorDiv(t, 20))
            .with("pose", Dtype.F4, (t, i) -> i == 3 ? 20.5 - t % 20 : 0, 2, 3);
    assertEquals(List.of(), rank(moved, MomentKind.NEAR_MISS).moments());
  }

  @Test
  void storedAttentionOnTheQueryItselfNeverMoves() {
    MemoryRollout stored =
        new MemoryRollout("martian", 1, 6, 1)
            .with("attention/layer0", Dtype.F4, (t, slot) -> slot == t ? 1 : 0, 1, 1, 6);
    assertEquals(List.of(), rank(stored, MomentKind.ATTENTION_SHIFT).moments());
  }

  @Test
  void storedAttentionThatMovesIsFoundWhereItMoves() {
    MemoryRollout stored =
        new MemoryRollout("martian", 1, 6, 1)
            .with(
                "attention/layer0",
                Dtype.F4,
                (t, slot) -> slot == (t < 4 ? 0 : 2) ? 1 : 0,
                1,
                1,
                6);
    RankedMoment found = rank(stored, MomentKind.ATTENTION_SHIFT).moments().getFirst();
    assertEquals(4, found.tick());
    assertEquals(1, found.size(), 1e-6);
  }
}
