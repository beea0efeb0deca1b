package dev.hindsight.trainer.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EpisodeEndsTest {
  private static final int TICKS = 10;

  private static MemoryRollout older(int trials) {
    return new MemoryRollout("toy", 1, TICKS, trials)
        .with("terminal", Dtype.BOOL, (t, _) -> t >= 6 ? 1 : 0, 1)
        .with("truncation", Dtype.BOOL, (t, _) -> t == 9 ? 1 : 0, 1)
        .with("event", Dtype.U1, (t, _) -> t == 7 ? EventBits.COLLISION : 0, 1)
        .with("trial_score", Dtype.F4, (t, _) -> t == 6 ? 1 : t > 6 ? 0 : Double.NaN, 1);
  }

  @Test
  void theColumnSaysWhereAndWhyEpisodesEnd() {
    EpisodeEnds ends =
        new EpisodeEnds(
            older(1)
                .with("end", Dtype.U1, (t, _) -> t == 3 ? 3 : t == 6 ? 1 : 0, 1)
                .with("terminal", Dtype.BOOL, (t, _) -> t == 6 ? 1 : 0, 1));
    assertTrue(ends.isRecorded());
    assertEquals(Optional.of(EpisodeEnd.TIMEOUT), ends.why(3, 0));
    assertTrue(ends.timedOut(3, 0));
    assertTrue(ends.ended(3, 0));
    assertTrue(ends.allEnded(3));
    assertEquals(Optional.of(EpisodeEnd.TASK_DONE), ends.why(6, 0));
    assertFalse(ends.timedOut(6, 0));
    assertEquals(Optional.empty(), ends.why(7, 0));
    assertFalse(ends.ended(7, 0));
  }

  @Test
  void anAgentThatEntersAsTheLastOneLeavesGoesOnWithTheEpisode() {
    // Agent 0 acts at ticks 0 to 2 and ends, agent 1 then acts, and both are over with tick 5.
    MemoryRollout rollout =
        new MemoryRollout("toy", 2, 8, 1)
            .with("removed", Dtype.BOOL, (t, a) -> a == (t % 6 < 3 ? 1 : 0) ? 1 : 0, 2)
            .with("terminal", Dtype.BOOL, (t, a) -> t == 3 * a + 2 ? 1 : 0, 2)
            .with("truncation", Dtype.BOOL, (t, a) -> t == 5 - 3 * a ? 1 : 0, 2);
    assertTrue(new EpisodeEnds(rollout).allOver(2));
    rollout.with("trial_tick", Dtype.I4, (t, _) -> t % 6);
    EpisodeEnds ends = new EpisodeEnds(rollout);
    assertFalse(ends.allOver(2));
    assertTrue(ends.allOver(5));
    assertFalse(ends.allEnded(5));
  }

  @Test
  void inOlderRecordingsTheReasonIsInferredAndNothingIsBootstrapped() {
    EpisodeEnds ends = new EpisodeEnds(older(1));
    assertFalse(ends.isRecorded());
    assertEquals(Optional.empty(), ends.why(5, 0));
    assertEquals(Optional.of(EpisodeEnd.TASK_DONE), ends.why(6, 0));
    assertEquals(Optional.of(EpisodeEnd.CRASH), ends.why(7, 0));
    assertEquals(Optional.of(EpisodeEnd.TASK_FAILED), ends.why(8, 0));
    assertEquals(Optional.of(EpisodeEnd.TIMEOUT), ends.why(9, 0));
    assertFalse(ends.timedOut(9, 0));
    assertEquals(Optional.of(EpisodeEnd.TASK_FAILED), new EpisodeEnds(older(4)).why(9, 0));
  }

  @Test
  void withoutAnyFlagNothingEnds() {
    EpisodeEnds ends = new EpisodeEnds(new MemoryRollout("toy", 1, TICKS, 1));
    assertFalse(ends.isKnown());
    assertFalse(ends.ended(0, 0));
    assertFalse(ends.allEnded(0));
  }

  @Test
  void everyEndIsFoundByItsCodeAndNoneByAnother() {
    for (EpisodeEnd end : EpisodeEnd.values()) {
      assertEquals(Optional.of(end), EpisodeEnd.of(end.code()));
    }
    assertEquals(Optional.empty(), EpisodeEnd.of(0));
    assertEquals(Optional.empty(), EpisodeEnd.of(99));
  }
}
