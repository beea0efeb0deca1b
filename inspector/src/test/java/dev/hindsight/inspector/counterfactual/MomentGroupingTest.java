package dev.hindsight.inspector.counterfactual;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.List;
import org.junit.jupiter.api.Test;

class MomentGroupingTest {
  private static final TrialIndex TRIALS =
      new TrialIndex(new int[] {0, 13, 20}, new int[] {0, 1, 2}, 40);

  @Test
  void tensAreCountedFromTheTrialsStartAndStopAtItsEnd() {
    assertEquals(
        List.of(new Span(0, 10), new Span(10, 13), new Span(13, 20), new Span(20, 25)),
        MomentGrouping.TEN_TICKS.groups(new Span(0, 25), TRIALS));
  }

  @Test
  void trialsAreWholeAsFarAsTheyAreInRange() {
    assertEquals(
        List.of(new Span(5, 13), new Span(13, 20), new Span(20, 25)),
        MomentGrouping.TRIAL.groups(new Span(5, 25), TRIALS));
  }

  @Test
  void everyTickIsAGroupOfItsOwnAndNothingBeforeTheFirst() {
    assertEquals(3, MomentGrouping.TICK.groups(new Span(12, 15), TRIALS).size());
    assertEquals(List.of(), MomentGrouping.TICK.groups(new Span(7, 7), TRIALS));
  }

  @Test
  void aResultAndTheTickThatShowsItAreOneGroupOverATrialsEndToo() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 10, 2)
            .with("trial", Dtype.I4, (t, _) -> t < 4 ? 0 : 1)
            .with("trial_tick", Dtype.I4, (t, _) -> t < 4 ? t : t - 4)
            .with("reward", Dtype.F4, (t, _) -> t == 3 || t == 8 ? 0.99 : -0.01, 1)
            .with("trial_ended", Dtype.BOOL, (t, _) -> t == 3 ? 1 : 0, 1);
    assertEquals(
        List.of(
            new Span(0, 1),
            new Span(1, 2),
            new Span(2, 3),
            new Span(3, 5),
            new Span(5, 6),
            new Span(6, 7),
            new Span(7, 8),
            new Span(8, 9)),
        MomentGrouping.RESULT.groups(new Span(0, 9), 9, rollout, 0));
    assertEquals(
        new Span(8, 10), MomentGrouping.RESULT.groups(new Span(0, 9), 10, rollout, 0).getLast());
    assertEquals(
        "found at tick 3 (trial 1:3), seen at tick 4 (trial 2:0)",
        MomentWords.of(rollout.trials(), new Span(3, 5), MomentGrouping.RESULT));
  }
}
