package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;
import java.util.Arrays;

/// A policy's output at one tick. Preallocated and overwritten: one owner thread, no allocation.
public final class PolicyOutput {
  /// `[A * n]`: a logit per agent and joint action. For continuous actions n = 2k: k means, then k
  /// standard deviations.
  public final float[] logits;

  /// `[A]` 1 where the numbers of an action are bounded by a tanh ([ActionBound#TANH]), 0 where
  /// they are clipped; empty for discrete actions. A policy overwrites it, as it does the logits.
  public final byte[] squashed;

  /// `[A]` the value estimate; NaN if the policy has none.
  public final float[] value;

  /// n, numbers per agent in [#logits].
  public final int width;

  /// Allocates for the agents of an environment.
  public PolicyOutput(EnvironmentShape shape) {
    width = width(shape.actions());
    logits = new float[shape.agents() * width];
    squashed = new byte[shape.actions() instanceof ActionSpace.Continuous ? shape.agents() : 0];
    value = new float[shape.agents()];
  }

  /// Numbers per agent in [#logits].
  public static int width(ActionSpace actions) {
    return switch (actions) {
      case ActionSpace.Discrete space -> space.count();
      case ActionSpace.Continuous space -> 2 * space.names().size();
    };
  }

  /// Says how the numbers of all agents' actions are bounded.
  public void bound(ActionBound bound) {
    Arrays.fill(squashed, (byte) (bound == ActionBound.TANH ? 1 : 0));
  }

  /// How the numbers of an agent's action are bounded.
  public ActionBound bound(int agent) {
    return squashed.length > 0 && squashed[agent] != 0 ? ActionBound.TANH : ActionBound.CLIPPED;
  }
}
