package dev.hindsight.inspector.counterfactual;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupingTest {
  private static final TrialIndex TRIALS =
      new TrialIndex(new int[] {0, 13, 20}, new int[] {0, 1, 2}, 40);

  @Test
  void tensAreCountedFromTheTrialsStartAndStopAtItsEnd() {
    assertEquals(
        List.of(new Span(0, 10), new Span(10, 13), new Span(13, 20), new Span(20, 25)),
        Grouping.TEN_TICKS.groups(new Span(0, 25), TRIALS));
  }

  @Test
  void trialsAreWholeAsFarAsTheyAreInRange() {
    assertEquals(
        List.of(new Span(5, 13), new Span(13, 20), new Span(20, 25)),
        Grouping.TRIAL.groups(new Span(5, 25), TRIALS));
  }

  @Test
  void everyTickIsAGroupOfItsOwnAndNothingBeforeTheFirst() {
    assertEquals(3, Grouping.TICK.groups(new Span(12, 15), TRIALS).size());
    assertEquals(List.of(), Grouping.TICK.groups(new Span(7, 7), TRIALS));
  }
}
