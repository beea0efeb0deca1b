package dev.hindsight.trainer.env.airspace.baseline;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.Arrays;

/// Everybody flies on as told, whoever is in the way: what a resolver has to be better than.
public final class StraightType implements ScriptedPolicyType {
  @Override
  public String id() {
    return "airspace-straight";
  }

  @Override
  public Policy open(Checkpoint checkpoint, EnvironmentShape shape) {
    return new Straight(ScriptedActionWriter.of(shape, "straight"), shape.agents());
  }

  /// Wants nothing.
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
      // It holds nothing.
    }
  }
}
