package dev.hindsight.inspector.counterfactual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.action.IllegalLogit;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Outputs of a policy that is run again, before anything is changed.
class RecordedOutputTest {
  /// Two agents, of which the second is in limbo at tick 2.
  private static Rollout recording() {
    return new MemoryRollout("toy", 2, 4, 1)
        .with("removed", Dtype.BOOL, (t, i) -> i == 1 && t == 2 ? 1 : 0, 2)
        .with("logits", Dtype.F4, (t, i) -> t + 10 * i, 2, 3);
  }

  private static Optional<String> warning(int agent, int tick, float... logits) {
    return RecordedOutput.warning(recording(), agent, tick, logits);
  }

  @Test
  void anOutputThatIsTheRecordedOneBringsNoWarning() {
    assertEquals(Optional.empty(), warning(0, 2, 2, 12, 22));
    assertEquals(Optional.empty(), warning(1, 1, 31, 41, 51.0001f));
    assertEquals(Optional.empty(), warning(1, 2, 0, 0, 0));
    assertEquals(Optional.empty(), warning(0, 2, 1, 2));
  }

  @Test
  void anotherOutputIsNamedByItsLogit() {
    assertTrue(warning(0, 2, 2, 14, 22).orElseThrow().contains("logit 1 is off by 2"));
    assertTrue(warning(1, 1, 31, 41, Float.NaN).orElseThrow().contains("logit 2"));
  }

  @Test
  void aLogitThatForbidsItsActionHidesNoOther() {
    Rollout forbids =
        new MemoryRollout("toy", 1, 2, 1)
            .with("logits", Dtype.F4, (_, i) -> i == 2 ? IllegalLogit.FILL : i, 1, 3);
    float never = Float.NEGATIVE_INFINITY;
    assertEquals(
        Optional.empty(), RecordedOutput.warning(forbids, 0, 1, new float[] {0, 1, never}));
    assertTrue(
        RecordedOutput.warning(forbids, 0, 1, new float[] {0, 3, never})
            .orElseThrow()
            .contains("logit 1 is off by 2"));
  }

  @Test
  void anAblationWarnsAsAnyOtherChangeAndNotInLimbo() {
    for (int agent = 0; agent < 2; agent++) {
      for (int tick = 0; tick < 4; tick++) {
        float[] with = {tick, 5, 6};
        TakenAction taken = TakenAction.of(recording(), agent, tick);
        AblationEffect effect =
            new AblationEffect(agent, tick, Ablation.NONE, taken, with, with, 0, 0, 0, 0);
        assertEquals(
            RecordedOutput.warning(recording(), agent, tick, with), effect.warning(recording()));
        assertEquals(agent == 0 || tick != 2, effect.warning(recording()).isPresent());
      }
    }
  }
}
