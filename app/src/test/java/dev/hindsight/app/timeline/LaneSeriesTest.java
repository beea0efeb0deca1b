package dev.hindsight.app.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/// Two agents with two numbers an action; the second is in limbo at tick 3.
class LaneSeriesTest {
  private static final Rollout ROLLOUT =
      new MemoryRollout("toy", 2, 5, 1)
          .with("action", Dtype.I4, (t, i) -> 10 * t + i, 2, 2)
          .with("reward", Dtype.F4, (t, _) -> t, 2)
          .with("removed", Dtype.BOOL, (t, agent) -> t == 3 && agent == 1 ? 1 : 0, 2);

  private static IntToDoubleFunction numbers(String channel, int index) {
    return LaneSeries.values(ROLLOUT, ROLLOUT.channel(channel).orElseThrow(), index);
  }

  @Test
  void anActionInLimboIsNobodys() {
    assertTrue(Double.isNaN(numbers("action", 2).applyAsDouble(3)));
    assertTrue(Double.isNaN(numbers("action", 3).applyAsDouble(3)));
    assertEquals(23, numbers("action", 3).applyAsDouble(2));
  }

  @Test
  void anotherAgentsActionsAndOtherChannelsStay() {
    assertEquals(31, numbers("action", 1).applyAsDouble(3));
    assertEquals(3, numbers("reward", 1).applyAsDouble(3));
  }
}
