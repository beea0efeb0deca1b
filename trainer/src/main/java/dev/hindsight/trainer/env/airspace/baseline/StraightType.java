package dev.hindsight.trainer.env.airspace.baseline;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.Arrays;

/// All aircraft fly straight on, whatever is in their way: a resolver has to beat this.
public final class StraightType implements ScriptedPolicyType {
  @Override
  public String id() {
    return "airspace-straight";
  }

  @Override
  public Policy open(Checkpoint checkpoint, EnvironmentShape shape) {
    return new Straight(ScriptedActionWriter.of(shape, "straight"), shape.agents());
  }

  /// Gives no commands.
  private record Straight(ScriptedActionWriter controls, int agents) implements Policy {
    @Override
    public void reset() {
      // It has no memory.
    }

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      Arrays.fill(output.value, Float.NaN);
      for (int agent = 0; agent < agents; agent++) {
        controls.idle(output, agent);
      }
    }

    @Override
    public void close() {
      // It holds no resources.
    }
  }
}
