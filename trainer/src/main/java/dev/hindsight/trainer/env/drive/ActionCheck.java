package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;

/// Refuses actions outside the space before anything changes. Allocates nothing unless it refuses.
final class ActionCheck {
  private final int agents;
  private final int joint;
  private final int numbers;

  ActionCheck(ActionSpace space, int agents) {
    this.agents = agents;
    joint =
        switch (space) {
          case ActionSpace.Discrete discrete -> discrete.count();
          case ActionSpace.Continuous _ -> 0;
        };
    numbers =
        switch (space) {
          case ActionSpace.Discrete _ -> 0;
          case ActionSpace.Continuous continuous -> continuous.names().size();
        };
  }

  /// @throws Problem naming the agent and the value
  void admit(Actions actions) {
    for (int a = 0; joint > 0 && a < agents; a++) {
      if (actions.joint[a] < 0 || actions.joint[a] >= joint) {
        throw Problem.of(
            a,
            "action " + actions.joint[a] + " is not one of the " + joint + " there are",
            "give a number from 0 to " + (joint - 1));
      }
    }
    for (int i = 0; i < agents * numbers; i++) {
      if (!(Math.abs(actions.continuous[i]) <= 1)) {
        throw Problem.of(
            i / numbers,
            "action " + actions.continuous[i] + " is not in [-1, 1]",
            "clip actions before the step, and look for the source of a NaN");
      }
    }
  }
}
