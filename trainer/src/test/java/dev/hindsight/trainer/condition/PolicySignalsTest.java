package dev.hindsight.trainer.condition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.task.Cancellation;
import org.junit.jupiter.api.Test;

/// Signals of the policy by their formulas.
class PolicySignalsTest {
  @Test
  void probabilityIsThatOfTheAction() {
    MemoryRollout rollout =
        new MemoryRollout("test", 1, 1, 1)
            .with("log_prob", Dtype.F4, (t, a) -> (float) Math.log(0.25), 1);

    assertEquals(0.25, read(rollout, "action_prob", 0), 1e-7);
  }

  @Test
  void policyWithoutACriticIsNotNan() {
    MemoryRollout silent =
        new MemoryRollout("test", 1, 2, 1)
            .with("value", Dtype.F4, (t, a) -> Double.NaN, 1)
            .with("reward", Dtype.F4, (t, a) -> 0, 1);
    MemoryRollout broken =
        new MemoryRollout("test", 1, 2, 1)
            .with("value", Dtype.F4, (t, a) -> t == 0 ? 1 : Double.NaN, 1);

    assertEquals(0, read(silent, "nan", 1));
    assertEquals(1, read(broken, "nan", 1));
  }

  @Test
  void infinitiesOfBothSignsAreNoNan() {
    MemoryRollout rollout =
        new MemoryRollout("test", 1, 1, 1)
            .with(
                "logits",
                Dtype.F4,
                (t, i) -> i == 0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY,
                1,
                2);

    assertEquals(0, read(rollout, "nan", 0));
  }

  private static double read(MemoryRollout rollout, String name, int tick) {
    return ConditionSample.signals(rollout).open(name, new Cancellation()).at(tick, 0, 0);
  }
}
