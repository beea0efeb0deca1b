package dev.hindsight.inspector.advantage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.breakpoint.BuiltInSignals;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.Signal;
import dev.hindsight.trainer.condition.Signals;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Returns and their deviation from values, by their formulas.
class AdvantageSignalsTest {
  private static final int TICKS = 9;

  /// Two agents, an episode that ends at the last tick, agent 1 in limbo from tick 6.
  private static MemoryRollout rollout() {
    return new MemoryRollout("test", 2, TICKS, 1)
        .with("reward", Dtype.F4, (t, a) -> t % 3 == 2 && a == 0 ? 1 : 0.25 * a, 2)
        .with("value", Dtype.F4, (t, a) -> 0.1 * t, 2)
        .with("removed", Dtype.BOOL, (t, a) -> a == 1 && t >= 6 ? 1 : 0, 2)
        .with("terminal", Dtype.BOOL, (t, a) -> t == TICKS - 1 ? 1 : 0, 2);
  }

  private static Signal open(String name) {
    return BuiltInSignals.of(rollout()).open(name, new Cancellation());
  }

  private static double directReturn(int tick, int agent) {
    double sum = 0;
    for (int t = tick; t < (agent == 1 ? 6 : TICKS); t++) {
      double reward = t % 3 == 2 && agent == 0 ? 1 : 0.25 * agent;
      sum += Math.pow(0.97, t - tick) * reward;
    }
    return sum;
  }

  @Test
  void returnIsTheDiscountedSumOfRewards() {
    Signal ret = open("ret");

    for (int tick = 0; tick < TICKS; tick++) {
      assertEquals(directReturn(tick, 0), ret.at(tick, 0, 0), 1e-6);
      if (tick < 6) {
        assertEquals(directReturn(tick, 1), ret.at(tick, 1, 0), 1e-6);
      }
    }
  }

  /// The discount of an agent in the episode of a tick.
  private static double own(int tick, int agent) {
    return tick < 4 ? 0.5 + 0.25 * agent : 0.875;
  }

  /// Two episodes, in which each agent observes a discount of its own.
  private static MemoryRollout conditioned() {
    return rollout()
        .with("terminal", Dtype.BOOL, (t, _) -> t == 3 || t == TICKS - 1 ? 1 : 0, 2)
        .with(
            new ObservationLayout(
                List.of(
                    new ObservationLayout.Segment(
                        "ego", 0, List.of(2), List.of("speed", "discount_weight")))))
        .with("observation", Dtype.F4, (t, i) -> i % 2 == 0 ? 7 : own(t, i / 2), 2, 2);
  }

  @Test
  void anAgentThatObservesItsOwnDiscountIsDiscountedByIt() {
    Signals signals = BuiltInSignals.of(conditioned());
    Signal ret = signals.open("ret", new Cancellation());
    Signal error = signals.open("td_error", new Cancellation());
    for (int agent = 0; agent < 2; agent++) {
      double later = 0;
      for (int tick = agent == 1 ? 5 : TICKS - 1; tick >= 0; tick--) {
        later = tick == 3 ? 0 : later;
        double reward = tick % 3 == 2 && agent == 0 ? 1 : 0.25 * agent;
        double known = tick == 3 || tick == TICKS - 1 ? 0 : 0.1 * (tick + 1);
        later = reward + own(tick, agent) * later;
        assertEquals(later, ret.at(tick, agent, 0), 1e-6, agent + " at " + tick);
        if (tick < 5) {
          double expected = reward + own(tick, agent) * known - 0.1 * tick;
          assertEquals(expected, error.at(tick, agent, 0), 1e-6, agent + " at " + tick);
        }
      }
    }
  }

  @Test
  void withoutTheObservationsThatHoldTheDiscountsThereIsNoReturn() {
    Signals signals = BuiltInSignals.of(conditioned().without("observation"));
    for (String condition : List.of("ret > 1.0", "advantage > 1.0", "td_error > 1.0", "sd > 1.0")) {
      assertTrue(
          Condition.check(condition, signals.vocabulary())
                  instanceof Condition.CheckResult.Invalid invalid
              && invalid
                  .fault()
                  .what()
                  .endsWith(
                      "agents have discounts of their own, which the recording does not hold"),
          condition);
    }
  }

  @Test
  void nothingIsKnownInLimbo() {
    assertTrue(Double.isNaN(open("ret").at(7, 1, 0)));
    assertTrue(Double.isNaN(open("advantage").at(7, 1, 0)));
    assertTrue(Double.isNaN(open("td_error").at(7, 1, 0)));
  }

  @Test
  void aValueThatIsNaNIsFoundAndOneThatIsAbsentIsNot() {
    MemoryRollout rollout =
        rollout().with("value", Dtype.F4, (t, a) -> t == 4 || a == 1 ? Double.NaN : 0.1 * t, 2);
    for (String name : List.of("advantage", "td_error", "nan")) {
      Signal signal = BuiltInSignals.of(rollout).open(name, new Cancellation());
      double fault = signal.at(4, 0, 0);
      double absent = signal.at(4, 1, 0);

      assertTrue(name.equals("nan") ? fault == 1 : Double.isNaN(fault), name);
      assertTrue(name.equals("nan") ? absent == 0 : Double.isFinite(absent), name);
    }
    assertTrue(
        Double.isNaN(BuiltInSignals.of(rollout).open("advantage", new Cancellation()).at(0, 0, 0)));
  }

  @Test
  void deviationIsThatOfValuesFromReturns() {
    double sum = 0;
    double squares = 0;
    int count = 0;
    for (int agent = 0; agent < 2; agent++) {
      for (int tick = 0; tick < (agent == 1 ? 6 : TICKS); tick++) {
        double apart = 0.1 * tick - directReturn(tick, agent);
        sum += apart;
        squares += apart * apart;
        count++;
      }
    }
    double mean = sum / count;

    assertEquals(Math.sqrt(squares / count - mean * mean), open("sd").at(3, 0, 0), 1e-5);
  }

  @Test
  void recordingWithoutValuesSaysWhyThereIsNoDeviation() {
    Signals signals = BuiltInSignals.of(rollout().without("value"));

    Condition.CheckResult checkResult = Condition.check("sd > 1.0", signals.vocabulary());

    assertTrue(
        checkResult instanceof Condition.CheckResult.Invalid invalid
            && invalid.fault().what().equals("there is no sd here: the recording has no values"));
  }
}
