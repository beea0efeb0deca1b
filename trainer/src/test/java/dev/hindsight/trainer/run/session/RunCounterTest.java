package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.run.UpdateReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Which update of a run is the best, also where the environment reports no score.
class RunCounterTest {
  private static UpdateReport evaluated(long update, List<Double> scores, double earned) {
    return report(update, List.of(), new PolicyScores(scores, Map.of("return", earned)).metrics());
  }

  private static UpdateReport report(long update, List<Double> scores, Map<String, Double> more) {
    return new UpdateReport(update, 10, 10, scores, more);
  }

  private static RunCounter counter(boolean evaluations) {
    return new RunCounter(9, new RunSettings.EvaluationRule(evaluations ? 1 : 0, 4, "argmax", 1));
  }

  @Test
  void withoutScoresTheBestIsTheEvaluationWithTheHighestReturn() {
    RunCounter counter = counter(true);
    List<UpdateReport> log = new ArrayList<>();
    List<Boolean> best = new ArrayList<>();
    for (double earned : new double[] {-40, -12, -30, -3}) {
      log.add(evaluated(log.size() + 1, List.of(), earned));
      best.add(counter.add(log.getLast(), 1));
    }
    assertEquals(List.of(true, true, false, true), best);
    assertTrue(counter.byReturn());
    assertEquals(Optional.empty(), counter.progress().bestScore());
    assertEquals(Optional.of(-3.0), counter.progress().bestReturn());
    RunCounter resumed = counter(true);
    resumed.restore(counter.progress(), log);
    assertFalse(resumed.add(evaluated(5, List.of(), -5), 1));
    assertTrue(resumed.add(evaluated(6, List.of(), -2), 1));
  }

  @Test
  void withoutScoresAndEvaluationsTheBestIsTheUpdateWithTheHighestReturn() {
    RunCounter counter = counter(false);
    assertFalse(counter.add(report(1, List.of(), Map.of()), 1));
    assertTrue(counter.add(report(2, List.of(), Map.of("episode/return", 5.0)), 1));
    assertFalse(counter.add(report(3, List.of(), Map.of("episode/return", 4.0)), 1));
    assertEquals(Optional.of(5.0), counter.progress().bestReturn());
    assertEquals(Optional.of(4.5), counter.progress().recentReturn());
  }

  @Test
  void returnsAreNeverComparedWithScores() {
    RunCounter counter = counter(true);
    assertTrue(counter.add(evaluated(1, List.of(), 100), 1));
    assertTrue(counter.add(evaluated(2, List.of(0.25), 1), 1));
    assertFalse(counter.add(evaluated(3, List.of(), 200), 1));
    assertFalse(counter.add(evaluated(4, List.of(0.2), 300), 1));
    assertFalse(counter.byReturn());
    assertEquals(Optional.of(0.25), counter.progress().bestScore());
    assertEquals(Optional.empty(), counter.progress().bestReturn());
  }

  @Test
  void aConditionOnTheReturnHoldsWithoutScoresAndOneOnScoresIsNamed() {
    RunCounter counter = counter(true);
    UpdateReport report = evaluated(1, List.of(), 100);
    assertTrue(counter.add(report, 1));
    EvaluationSignals signals = counter.evaluated(report).orElseThrow();
    assertTrue(signals.meet(condition("eval_return > 90.0 && eval_since_best == 0")));
    Condition never = condition("eval_score > 0.5");
    assertFalse(signals.meet(never));
    assertEquals(
        List.of(
            "no episode has a score, so the best checkpoint is the one with the highest return",
            "stop_when asks for eval_score, which this run does not have: no comparison with it"
                + " holds"),
        RunEvaluations.byReturn(Optional.of(never)).stream()
            .map(TrainingEvent.Warned::sentence)
            .toList());
    assertEquals(1, RunEvaluations.byReturn(Optional.empty()).size());
  }

  private static Condition condition(String text) {
    return EvaluationSignals.condition(
        text, SmallRun.spec(SmallRun.request()).heldOut().factories().getFirst());
  }
}
