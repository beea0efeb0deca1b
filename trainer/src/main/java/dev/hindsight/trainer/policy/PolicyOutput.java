package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentShape;

/// A policy's output at one tick. Preallocated and overwritten: one owner thread, no allocation.
public final class PolicyOutput {
  /// `[A * n]`: a logit per agent and joint action. For continuous actions n = 2k: k means, then k
  /// standard deviations.
  public final float[] logits;

  /// `[A]` the value estimate; NaN if the policy has none.
  public final float[] value;

  /// n, numbers per agent in [#logits].
  public final int width;

  /// Allocates for the agents of an environment.
  public PolicyOutput(EnvironmentShape shape) {
    width =
        switch (shape.actions()) {
          case ActionSpace.Discrete space -> space.count();
          case ActionSpace.Continuous space -> 2 * space.names().size();
        };
    logits = new float[shape.agents() * width];
    value = new float[shape.agents()];
  }
}
