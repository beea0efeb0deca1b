package dev.hindsight.trainer.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TallyTest {
  private static final int TICKS = 10;

  /// Two agents, two trials; in each trial agent 0 arrives at tick 6; in the first, agent 1 touches
  /// somebody from tick 2 to 4 and arrives at tick 8.
  private static MemoryRollout recording() {
    return new MemoryRollout("any", 2, 2 * TICKS, 2)
        .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, TICKS))
        .with(
            "goal_reached",
            Dtype.BOOL,
            (tick, agent) ->
                (agent == 0 && tick % TICKS >= 6) || (agent == 1 && tick >= 8 && tick < TICKS)
                    ? 1
                    : 0,
            2)
        .with(
            "collision",
            Dtype.I1,
            (tick, agent) -> agent == 1 && tick >= 2 && tick <= 4 ? 1 : 0,
            2);
  }

  @Test
  void anEventIsCountedOnceWhenItBegins() {
    Tally tally = new Tally(recording());
    assertEquals(OptionalInt.of(0), tally.at(1).collisions());
    assertEquals(OptionalInt.of(1), tally.at(2).collisions());
    assertEquals(OptionalInt.of(1), tally.at(2 * TICKS - 1).collisions());
  }

  @Test
  void aGoalIsCountedOncePerTrial() {
    Tally tally = new Tally(recording());
    assertEquals(OptionalInt.of(0), tally.at(5).goals());
    assertEquals(OptionalInt.of(1), tally.at(6).goals());
    assertEquals(OptionalInt.of(2), tally.at(9).goals());
    assertEquals(OptionalInt.of(3), tally.at(2 * TICKS - 1).goals());
  }

  @Test
  void aTrialsScoreIsThePartThatArrivedWithoutACollision() {
    Tally tally = new Tally(recording());
    assertEquals(List.of(0.0), tally.at(5).trialScores());
    assertEquals(List.of(0.5), tally.at(9).trialScores());
    assertEquals(List.of(0.5, 0.0), tally.at(TICKS).trialScores());
    assertEquals(List.of(0.5, 0.5), tally.at(2 * TICKS - 1).trialScores());
  }

  @Test
  void theOrderOfQuestionsDoesNotMatter() {
    Tally backwards = new Tally(recording());
    Tally forwards = new Tally(recording());
    backwards.at(2 * TICKS - 1);
    for (int tick = 0; tick < 2 * TICKS; tick++) {
      assertEquals(forwards.at(tick), backwards.at(tick), "tick " + tick);
    }
  }

  @Test
  void whatIsMissingIsCountedDown() {
    Tally tally = new Tally(recording());
    assertEquals(8, tally.missing(7));
    tally.at(4);
    assertEquals(3, tally.missing(7));
    tally.at(19);
    assertEquals(0, tally.missing(7));
  }

  @Test
  void aGoalThatMovesWasReached() {
    MemoryRollout moving =
        new MemoryRollout("any", 1, 30, 1)
            .with("goal_reached", Dtype.BOOL, (_, _) -> 0, 1)
            .with("goal", Dtype.F4, (tick, _) -> Math.floorDiv(tick, 10), 1, 2);
    assertEquals(OptionalInt.of(2), new Tally(moving).at(29).goals());
  }

  /// The row after the last action of a trial already shows the next trial.
  @Test
  void whoArrivedWithTheTrialsLastActionIsNotForgotten() {
    int ended = 7;
    MemoryRollout early =
        new MemoryRollout("any", 2, 20, 2)
            .with("trial", Dtype.I4, (tick, _) -> tick < ended ? 0 : 1)
            .with("removed", Dtype.BOOL, (tick, agent) -> agent == 0 && tick == 6 ? 1 : 0, 2)
            .with("reward", Dtype.F4, (tick, agent) -> agent == 1 && tick == 6 ? 1 : 0, 2)
            .withTimeout(10);
    Tally.Counts counts = new Tally(early).at(ended);
    assertEquals(OptionalInt.of(2), counts.goals());
    assertEquals(List.of(1.0, 0.0), counts.trialScores());
  }

  @Test
  void aRecordingThatTellsNothingIsNotCountedAsZero() {
    Tally.Counts counts = new Tally(new MemoryRollout("any", 2, 5, 1)).at(4);
    assertEquals(
        new Tally.Counts(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty(), List.of()),
        counts);
  }
}
