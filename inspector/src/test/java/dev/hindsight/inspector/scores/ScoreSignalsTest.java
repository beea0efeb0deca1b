package dev.hindsight.inspector.scores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.breakpoint.BuiltInSignals;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.ConditionHits;
import dev.hindsight.trainer.condition.ConditionScan;
import dev.hindsight.trainer.condition.Signal;
import dev.hindsight.trainer.condition.Signals;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.outcome.ScoreReader;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Signals for events and scores agree with games that count for themselves.
class ScoreSignalsTest {
  private static ConditionHits hits(Rollout rollout, String text) {
    Signals signals = BuiltInSignals.of(rollout);
    Condition condition = Condition.of(text, signals.vocabulary());
    return ConditionScan.of(condition, signals, Progress.SILENT, new Cancellation());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void eventsAreThoseThatWerePlayed(long seed) {
    PlayedTrials played = new PlayedTrials(3, 4, 4, 12, seed);
    MemoryRollout rollout = played.rollout(3);

    assertEquals(played.countOf(EventBits.GOAL, 0, 4), (double) hits(rollout, "goal[a]").count());
    assertEquals(
        played.countOf(EventBits.COLLISION, 0, 4),
        (double) hits(rollout, "collision[a] != 0").count());
    assertEquals(
        played.countOf(EventBits.OFFROAD, 0, 4), (double) hits(rollout, "offroad[a]").count());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void scoresHoldInEveryTickOfTheirTrial(long seed) {
    PlayedTrials played = new PlayedTrials(3, 4, 2, 12, seed);
    MemoryRollout rollout = played.rollout(3);
    ConditionHits scored = hits(rollout, "score[a] == 1.0");
    ConditionHits reached = hits(rollout, "reached[a]");
    ConditionHits late = hits(rollout, "reached_at[a] <= double(trial_tick)");
    ConditionHits egos = hits(rollout, "ego[a]");

    for (int tick = 0; tick < played.ticks(); tick++) {
      for (int agent = 0; agent < 4; agent++) {
        int trial = Math.floorDiv(tick, 12);
        assertEquals(played.score(trial, agent) == 1, scored.at(tick, agent));
        assertEquals(late.at(tick, agent), reached.at(tick, agent));
        assertEquals(agent < 2, egos.at(tick, agent));
        if (tick % 12 == 11) {
          assertEquals(played.reached(trial, agent), reached.at(tick, agent));
        }
      }
    }
    assertTrue(reached.count() > 0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void eventsThatWereNotWrittenDownAreAskedAboutAsTheScoresPanelCountsThem(long seed) {
    PlayedTrials played = new PlayedTrials(3, 4, 4, 12, seed);
    MemoryRollout rollout = played.rollout(3).without("event");
    ScoreSheet sheet = ScoreReader.read(rollout, Progress.SILENT, new Cancellation());

    assertEquals(
        (double) sheet.totals(Side.EGO).goals(), (double) hits(rollout, "goal[a]").count());
  }

  @Test
  void theReturnOfATrialThatDidNotEndIsNotANumber() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 5, 2)
            .with("trial", Dtype.I4, (t, _) -> t < 3 ? 0 : 1)
            .with("trial_tick", Dtype.I4, (t, _) -> t % 3)
            .with("reward", Dtype.F4, (_, _) -> 1, 1)
            .with("trial_ended", Dtype.BOOL, (t, _) -> t == 2 ? 1 : 0, 1);
    Signal earned = BuiltInSignals.of(rollout).open("trial_return", new Cancellation());
    assertEquals(3, earned.at(0, 0, 0));
    assertEquals(3, earned.at(2, 0, 0));
    assertTrue(Double.isNaN(earned.at(3, 0, 0)), "the second trial is cut off");
    assertEquals(3, hits(rollout, "trial_return[a] > 0.0").count());
  }
}
