package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.trainer.env.drive.MutantDrives;
import dev.hindsight.trainer.env.drive.MutantDrives.Bug;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Summary;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each bookkeeping mistake is named at the tick that shows it.
class ScoresAuditTest {
  @TempDir private Path folder;

  /// Two agents, some trials of four ticks; agent 1 reaches its goal at the second tick of each.
  private static MemoryRollout played(int trials) {
    return new MemoryRollout("toy", 2, 4 * trials, trials)
        .with("trial", Dtype.I4, (t, _) -> Math.floorDiv(t, 4))
        .with("trial_tick", Dtype.I4, (t, _) -> t % 4)
        .with("event", Dtype.U1, (t, i) -> i == 1 && t % 4 == 1 ? EventBits.GOAL : 0, 2)
        .with("reward", Dtype.F4, (t, i) -> i == 1 && t % 4 == 1 ? 1 : 0, 2)
        .with("trial_ended", Dtype.BOOL, (t, _) -> t % 4 == 3 ? 1 : 0, 2)
        .with("trial_score", Dtype.F4, (t, i) -> t % 4 == 3 ? i : Double.NaN, 2);
  }

  private static Summary told(int trials, double score, double goals) {
    return Summary.of(Collections.nCopies(trials, score), Map.of("goals", goals), 0);
  }

  @Test
  void booksThatAreRightPass() {
    AuditAssertions.of("scores", played(9).with(told(9, 0.5, 9))).passes();
    try (Rollout room = DarkRoomRecordings.withLimbo(folder, 120);
        Rollout drive = Rollouts.open(MutantDrives.record(folder, Bug.NONE))) {
      AuditAssertions.of("scores", room).passes();
      AuditAssertions.of("scores", drive).passes();
    }
  }

  @Test
  void whatHappenedIsToldInTheWordsOfItsWorld() {
    Summary flown = Summary.of(List.of(0.5), Map.of("goals", 1.0, "left", 1.0), 0);
    MemoryRollout sky =
        played(1)
            .with(
                "event",
                Dtype.U1,
                (t, i) -> t != 1 ? 0 : i == 1 ? EventBits.GOAL : EventBits.OFFROAD,
                2)
            .with(flown);
    assertEquals(
        "9 goals and 0 contacts of egos add up, in 9 trials of 1 episode.",
        AuditAssertions.of("scores", played(9).with(told(9, 0.5, 9))).report().sentence());
    assertEquals(
        "1 goal of egos, and 1 that left the sector elsewhere, add up, in 1 trial of 1 episode.",
        AuditAssertions.of("scores", sky).report().sentence());
  }

  @Test
  void anArrayOfEightThatDropsTrialNineIsNamedAtItsEnd() {
    AuditAssertions.of("scores", played(9).with(told(8, 0.5, 9))).failsAt(35, "trial 9 is missing");
  }

  @Test
  void goalsOfCoPlayersCountedForTheEgoAreNamedAtTheFirstOfThem() {
    MemoryRollout rollout =
        played(2).with("ego", NpyArray.of(new int[] {1, 0}, 2)).with(told(2, 0, 2));
    AuditFinding found = AuditAssertions.of("scores", rollout).failsAt(1, "counts co-players too");
    assertEquals(1, found.agent());
  }

  @Test
  void aGoalThatIsPaidAtEveryTickIsNamed() {
    // The environment reproduces the reference program's defects; the recording does not declare
    // it.
    try (Rollout rollout =
        new AlteredRollout(Rollouts.open(MutantDrives.goalPaidAgain(folder)))
            .with(PlayedRecordings.knob("reference_quirks", BooleanNode.FALSE))) {
      int tick = 0;
      while (rollout.channel("event").orElseThrow().value(tick, 0) == 0) {
        tick++;
      }
      AuditFinding found =
          AuditAssertions.of("scores", rollout).failsAt(tick + 1, "rewarded again");
      assertEquals("reward", found.dimension());
    }
  }

  @Test
  void rewardsInTheRowOfTheNextObservationAreNamed() {
    MemoryRollout late =
        played(3).with("reward", Dtype.F4, (t, i) -> i == 1 && t % 4 == 2 ? 1 : 0, 2);
    AuditAssertions.of("scores", late).failsAt(1, "one row late");
  }

  @Test
  void aGoalThatWipesAPenaltyIsNamed() {
    try (Rollout rollout =
        new AlteredRollout(Rollouts.open(MutantDrives.record(folder, Bug.NONE)))
            .with(
                "event", (t, i, x) -> t == 11 && i == 0 ? EventBits.GOAL + EventBits.COLLISION : x)
            .with("reward", (t, i, x) -> t == 11 && i == 0 ? 1 : x)) {
      AuditAssertions.of("scores", rollout).failsAt(11, "overwrites the penalty");
    }
  }

  @Test
  void aTrialWithoutAScoreAndAScoreWithoutATrialAreNamed() {
    MemoryRollout rollout =
        played(2).with("trial_score", Dtype.F4, (t, i) -> t == 2 ? i : Double.NaN, 2);
    AuditAssertions auditAssertions = AuditAssertions.of("scores", rollout);
    auditAssertions.failsAt(2, "no trial ended");
    auditAssertions.failsAt(3, "has no score");
  }

  @Test
  void trialsTheManifestDoesNotKnowAreNamed() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 8, 1)
            .with("trial", Dtype.I4, (t, _) -> Math.floorDiv(t, 4))
            .with("trial_score", Dtype.F4, (t, _) -> t % 4 == 3 ? 1 : Double.NaN, 1)
            .with(Summary.of(List.of(1.0, 1.0), Map.of(), 0));
    AuditAssertions.of("scores", rollout).failsAt(4, "trial 2 was played");
  }
}
