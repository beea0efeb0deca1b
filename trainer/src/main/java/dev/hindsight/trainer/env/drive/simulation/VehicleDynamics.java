package dev.hindsight.trainer.env.drive.simulation;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;

/// How an action moves an agent. Stateless; hot loop: no allocation.
public interface VehicleDynamics {
  /// What an agent may do.
  ActionSpace space();

  /// Moves an agent by one tick; the agent is on the map and not stopped.
  void move(Bodies bodies, int agent, Actions actions);

  /// The dynamics of a configuration.
  static VehicleDynamics of(DriveConfig config, Roster roster) {
    return switch (config.dynamics()) {
      case CLASSIC -> new ClassicDynamics(config, roster);
      case JERK -> new JerkDynamics(config, roster);
    };
  }
}
