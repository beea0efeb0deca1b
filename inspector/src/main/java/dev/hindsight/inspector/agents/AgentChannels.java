package dev.hindsight.inspector.agents;

import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// The columns of a recording that have one number for each agent and that the table reads. Any of
/// them may be missing.
///
/// @param agents A
/// @param collision 0 none, 1 vehicle, 2 offroad, in the world of the tick
/// @param loss how many it is too near to
/// @param conflict how many it will be too near to
/// @param removed 1 while in limbo
/// @param ghost 1 while back at the start after a goal
/// @param stopped 1 while standing still for good
record AgentChannels(
    int agents,
    Optional<AgentColumn> collision,
    Optional<AgentColumn> loss,
    Optional<AgentColumn> conflict,
    Optional<AgentColumn> removed,
    Optional<AgentColumn> ghost,
    Optional<AgentColumn> stopped) {
  private static final int VEHICLE = 1;
  private static final int OFFROAD = 2;

  static AgentChannels of(Rollout rollout) {
    int agents = rollout.manifest().agents();
    return new AgentChannels(
        agents,
        AgentColumn.of(rollout, "collision"),
        AgentColumn.of(rollout, "loss"),
        AgentColumn.of(rollout, "conflict"),
        AgentColumn.of(rollout, "removed"),
        AgentColumn.of(rollout, "ghost"),
        AgentColumn.of(rollout, "stopped"));
  }

  AgentStatus condition(int tick, int agent) {
    int contact = (int) integer(collision, tick, agent);
    if (integer(removed, tick, agent) != 0) {
      return AgentStatus.LIMBO;
    }
    if (contact == VEHICLE || contact == OFFROAD) {
      return contact == VEHICLE ? AgentStatus.COLLIDED : AgentStatus.OFFROAD;
    }
    if (integer(loss, tick, agent) != 0) {
      return AgentStatus.TOO_NEAR;
    }
    if (integer(conflict, tick, agent) != 0) {
      return AgentStatus.CONFLICT;
    }
    if (integer(ghost, tick, agent) != 0) {
      return AgentStatus.GHOST;
    }
    return integer(stopped, tick, agent) != 0 ? AgentStatus.STOPPED : AgentStatus.ACTIVE;
  }

  private static long integer(Optional<AgentColumn> channel, int tick, int agent) {
    return channel.isPresent() ? channel.get().integer(tick, agent) : 0;
  }
}
