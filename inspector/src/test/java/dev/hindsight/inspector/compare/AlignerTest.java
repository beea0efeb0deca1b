package dev.hindsight.inspector.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AlignerTest {
  private static final AlignmentRule BY_COLLISION =
      new AlignmentRule.ByEvent(EventKind.COLLISION, OptionalInt.empty());
  private static final List<AlignmentRule> RULES =
      List.of(
          new AlignmentRule.ByTick(),
          new AlignmentRule.ByTrial(),
          BY_COLLISION,
          new AlignmentRule.ByEvent(EventKind.COLLISION, OptionalInt.of(1)));

  /// Trials of given lengths, numbered from 0 in every episode, with collisions of agent 1 at given
  /// ticks.
  static MemoryRollout trials(int perEpisode, int[] lengths, int... collisions) {
    int ticks = Arrays.stream(lengths).sum();
    int[] trial = new int[ticks];
    int at = 0;
    for (int i = 0; i < lengths.length; i++) {
      Arrays.fill(trial, at, at + lengths[i], i % perEpisode);
      at += lengths[i];
    }
    return new MemoryRollout("toy", 2, ticks, perEpisode)
        .with("trial", Dtype.I4, (tick, _) -> trial[tick])
        .with(
            "collision",
            Dtype.I1,
            (tick, agent) ->
                agent == 1 && Arrays.stream(collisions).anyMatch(t -> t == tick) ? 1 : 0,
            2);
  }

  private static Alignment align(AlignmentRule rule, MemoryRollout one, MemoryRollout other) {
    return Aligner.align(rule, one, other, AgentPairs.of(one, other), new Cancellation());
  }

  @Test
  void trialsOfUnequalLengthRunSideBySideFromTheirStart() {
    Alignment aligned =
        align(
            new AlignmentRule.ByTrial(),
            trials(3, new int[] {5, 4, 6}),
            trials(3, new int[] {3, 7, 6}));

    assertEquals(
        List.of(
            new Alignment.SideBySide(0, 0, 3),
            new Alignment.SideBySide(5, 3, 4),
            new Alignment.SideBySide(9, 10, 6)),
        aligned.spans());
    assertEquals(OptionalInt.of(3), aligned.paired(5));
    assertEquals(OptionalInt.empty(), aligned.paired(4));
    assertEquals(2, aligned.shown(4), "it waits at its last counterpart");
    assertEquals(2, aligned.alone());
    assertEquals(3, aligned.othersAlone());
  }

  @Test
  void trialsOfAnotherEpisodeAreNoCounterpart() {
    Alignment aligned =
        align(
            new AlignmentRule.ByTrial(),
            trials(2, new int[] {4, 4, 4, 4}),
            trials(2, new int[] {4, 4}));

    assertEquals(OptionalInt.empty(), aligned.paired(8));
    assertEquals(8, aligned.count());
  }

  @Test
  void nearestEventsArePairedAndLeadAndTrailTogether() {
    Alignment aligned =
        align(BY_COLLISION, trials(1, new int[] {30}, 4, 20), trials(1, new int[] {30}, 18));

    assertEquals(OptionalInt.of(18), aligned.paired(20));
    assertEquals(OptionalInt.of(0), aligned.paired(2));
    assertEquals(OptionalInt.empty(), aligned.paired(1));
    assertEquals(OptionalInt.of(27), aligned.paired(29));
  }

  @Test
  void whatTheLongerGapHasOverLiesInItsMiddle() {
    Alignment aligned =
        align(BY_COLLISION, trials(1, new int[] {20}, 2, 12), trials(1, new int[] {20}, 2, 7));

    assertEquals(
        List.of(new Alignment.SideBySide(0, 0, 4), new Alignment.SideBySide(9, 4, 11)),
        aligned.spans());
  }

  @Test
  void trialsWithoutTheEventArePairedByTheirTicks() {
    Alignment aligned =
        align(
            BY_COLLISION, trials(2, new int[] {10, 10}, 13), trials(2, new int[] {10, 10}, 5, 11));

    assertEquals(OptionalInt.of(7), aligned.paired(7));
    assertEquals(OptionalInt.of(11), aligned.paired(13));
  }

  @Test
  void eventsOfOneAgentAreFollowedByItsId() {
    MemoryRollout one =
        trials(1, new int[] {10}, 3).with(AgentPairs.IDS, NpyArray.of(new float[] {7, 9}, 2));
    MemoryRollout other =
        trials(1, new int[] {10}, 6).with(AgentPairs.IDS, NpyArray.of(new float[] {9, 7}, 2));

    Alignment aligned =
        align(new AlignmentRule.ByEvent(EventKind.COLLISION, OptionalInt.of(1)), one, other);

    assertEquals(
        List.of(new Alignment.SideBySide(0, 0, 10)), aligned.spans(), "agent 9 hit nobody in B");
  }

  @Test
  void anythingIsAlignedWithItselfTickByTick() {
    Random random = new Random(3);
    for (int round = 0; round < 50; round++) {
      MemoryRollout rollout = random(random);
      for (AlignmentRule rule : RULES) {
        Alignment aligned = align(rule, rollout, rollout);
        assertEquals(rollout.ticks(), aligned.count(), rule.id());
        for (int tick = 0; tick < rollout.ticks(); tick++) {
          assertEquals(OptionalInt.of(tick), aligned.paired(tick), rule.id());
        }
      }
    }
  }

  @Test
  void swappingTheRecordingsSwapsTheAlignment() {
    Random random = new Random(4);
    for (int round = 0; round < 200; round++) {
      MemoryRollout one = random(random);
      MemoryRollout other = random(random);
      for (AlignmentRule rule : RULES) {
        assertEquals(
            align(rule, one, other).spans(),
            align(rule, other, one).swapped().spans(),
            rule.id() + " in round " + round);
      }
    }
  }

  private static MemoryRollout random(Random random) {
    int[] lengths = random.ints(1 + random.nextInt(5), 1, 20).toArray();
    int ticks = Arrays.stream(lengths).sum();
    return trials(
        1 + random.nextInt(3), lengths, random.ints(random.nextInt(8), 0, ticks).toArray());
  }

  @Test
  void pairingIsTheNearestThereIs() {
    Random random = new Random(5);
    for (int round = 0; round < 300; round++) {
      int[] one = random.ints(random.nextInt(5), 0, 30).sorted().distinct().toArray();
      int[] other = random.ints(random.nextInt(7), 0, 30).sorted().distinct().toArray();
      List<NearestPairs.IndexPair> pairs = NearestPairs.of(one, other);

      assertEquals(Math.min(one.length, other.length), pairs.size());
      assertEquals(least(one, other, 0, 0), NearestPairs.distance(one, other, pairs));
    }
  }

  /// The smallest distance, by trying everything.
  private static long least(int[] one, int[] other, int i, int j) {
    int[] shorter = one.length <= other.length ? one : other;
    int[] longer = one.length <= other.length ? other : one;
    if (i == shorter.length) {
      return 0;
    }
    long best = Long.MAX_VALUE / 2;
    for (int k = j; longer.length - k >= shorter.length - i; k++) {
      best =
          Math.min(best, Math.abs(shorter[i] - longer[k]) + least(shorter, longer, i + 1, k + 1));
    }
    return best;
  }

  @Test
  void ruleIsReadBackFromItsName() {
    for (AlignmentRule rule : RULES) {
      assertEquals(rule, AlignmentRule.parse(rule.id(), EventKind.COMMON));
    }
    Problem problem =
        assertThrows(Problem.class, () -> AlignmentRule.parse("event:lunch", EventKind.COMMON));
    assertTrue(problem.getMessage().contains("collision"), problem.getMessage());
  }
}
