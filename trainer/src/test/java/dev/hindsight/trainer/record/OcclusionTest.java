package dev.hindsight.trainer.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.policy.InputGradients;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// One agent, three actions, of which the last is illegal at the tick that is asked about.
class OcclusionTest {
  private static final Cancellation GO_ON = new Cancellation();
  private static final int TICK = 4;

  /// Its second logit follows what it observes, the third is the highest.
  private static final class Follower implements Policy, InputGradients {
    @Override
    public void reset() {}

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      output.logits[0] = 0;
      output.logits[1] = seen.observation[0];
      output.logits[2] = 50 - seen.observation[0];
    }

    @Override
    public float[] gradient(StepBuffer seen, int agent, int number) {
      return new float[] {number};
    }

    @Override
    public void close() {}
  }

  private static MemoryRollout recording() {
    return new MemoryRollout("toy", 1, 8, 1)
        .with("observation", Dtype.F4, (t, _) -> t == TICK ? 3 : -1, 1, 1)
        .with("action", Dtype.I4, (_, _) -> 1, 1)
        .with("logits", Dtype.F4, (_, _) -> 0, 1, 3);
  }

  private static MemoryRollout masked() {
    return recording()
        .with(
            RecordedActionMask.COLUMN,
            Dtype.BOOL,
            (t, action) -> t == TICK && action == 2 ? 0 : 1,
            1,
            3);
  }

  private static Occlusion byTick(int other) {
    return new Occlusion(0, TICK, Optional.of(other), Optional.empty());
  }

  @Test
  void whatAnAgentCannotDoIsNeitherPreferredNorCounted() {
    Occlusion.Effect effect = byTick(0).apply(masked(), new Follower(), Progress.SILENT, GO_ON);
    assertEquals(1, effect.preferred());
    double divergence = Categorical.divergence(new float[] {0, 3}, new float[] {0, -1});
    assertEquals(divergence, effect.parts().getFirst().divergence(), 1e-6);
    assertEquals(0, Categorical.best(effect.parts().getFirst().without().logits()));
    Occlusion.Gradient gradient =
        byTick(0).gradientOfPreferred(masked(), new Follower(), Progress.SILENT, GO_ON);
    assertArrayEquals(new float[] {1}, gradient.slopes());
  }

  @Test
  void withoutMasksEveryActionCounts() {
    Occlusion.Effect effect = byTick(0).apply(recording(), new Follower(), Progress.SILENT, GO_ON);
    assertEquals(2, effect.preferred());
    assertTrue(effect.parts().getFirst().divergence() < 1e-6);
  }
}
