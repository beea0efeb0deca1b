package dev.hindsight.trainer.env;

import dev.hindsight.trainer.action.ActionSpace;

/// The actions of all agents at one tick. Preallocated and overwritten: one owner thread, no
/// allocation.
public final class Actions {
  /// Joint action per agent `[A]`; used with a discrete space.
  public final int[] joint;

  /// Numbers per agent `[A * k]`, in `[-1, 1]`; used with a continuous space.
  public final float[] continuous;

  /// Allocates for the agents of an environment.
  public Actions(EnvironmentShape shape) {
    joint = new int[shape.agents()];
    continuous =
        switch (shape.actions()) {
          case ActionSpace.Discrete _ -> new float[0];
          case ActionSpace.Continuous space -> new float[shape.agents() * space.names().size()];
        };
  }
}
