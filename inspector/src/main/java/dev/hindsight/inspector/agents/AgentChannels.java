package dev.hindsight.inspector.agents;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// The columns of a recording that have one number for each agent and that the table reads. Any of
/// them may be missing.
///
/// @param agents A
/// @param collision 0 none, 1 vehicle, 2 offroad, in the world of the tick
/// @param loss how many it is too near to
/// @param conflict how many it will be too near to
/// @param goalReached 1 from when a goal is reached until another one is due
/// @param removed 1 while in limbo
/// @param ghost 1 while back at the start after a goal
/// @param stopped 1 while standing still for good
/// @param reward of the action of the tick
record AgentChannels(
    int agents,
    Optional<Channel> collision,
    Optional<Channel> loss,
    Optional<Channel> conflict,
    Optional<Channel> goalReached,
    Optional<Channel> removed,
    Optional<Channel> ghost,
    Optional<Channel> stopped,
    Optional<Channel> reward) {
  private static final int VEHICLE = 1;
  private static final int OFFROAD = 2;

  static AgentChannels of(Rollout rollout) {
    int agents = rollout.manifest().agents();
    return new AgentChannels(
        agents,
        column(rollout, "collision", agents),
        column(rollout, "loss", agents),
        column(rollout, "conflict", agents),
        column(rollout, "goal_reached", agents),
        column(rollout, "removed", agents),
        column(rollout, "ghost", agents),
        column(rollout, "stopped", agents),
        column(rollout, "reward", agents));
  }

  /// Whether a goal counts as reached: in a world where reaching it leads to limbo, that tells it
  /// too.
  Optional<Channel> reached() {
    return goalReached.or(() -> removed);
  }

  AgentCondition condition(int tick, int agent) {
    int contact = (int) integer(collision, tick, agent);
    if (integer(removed, tick, agent) != 0) {
      return AgentCondition.LIMBO;
    }
    if (contact == VEHICLE || contact == OFFROAD) {
      return contact == VEHICLE ? AgentCondition.COLLIDED : AgentCondition.OFFROAD;
    }
    if (integer(loss, tick, agent) != 0) {
      return AgentCondition.TOO_NEAR;
    }
    if (integer(conflict, tick, agent) != 0) {
      return AgentCondition.CONFLICT;
    }
    if (integer(ghost, tick, agent) != 0) {
      return AgentCondition.GHOST;
    }
    return integer(stopped, tick, agent) != 0 ? AgentCondition.STOPPED : AgentCondition.ACTIVE;
  }

  private static long integer(Optional<Channel> channel, int tick, int agent) {
    return channel.isPresent() ? channel.get().integer(tick, agent) : 0;
  }

  private static Optional<Channel> column(Rollout rollout, String name, int agents) {
    return rollout.channel(name).filter(channel -> channel.rowLength() == agents);
  }
}
