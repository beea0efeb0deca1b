package dev.hindsight.trainer.env;

import java.util.List;

/// Agents that may be trained as one decision maker: it observes what its members observe, acts for
/// each of them in the order of the list, and receives the sum of their rewards.
///
/// @param name unique within its world
/// @param members indices of its agents, in order; at least one
public record AgentGroup(String name, List<Integer> members) {
  /// Copies the list.
  public AgentGroup {
    members = List.copyOf(members);
    if (members.isEmpty()) {
      throw new IllegalArgumentException("group " + name + " has no members");
    }
  }

  /// The same group of one of several worlds side by side.
  ///
  /// @param first index of the world's first agent
  AgentGroup of(int world, int first) {
    return new AgentGroup(
        world + "." + name, members.stream().map(member -> first + member).toList());
  }

  /// Checks the groups of a world.
  ///
  /// @throws IllegalArgumentException if a member does not exist, or is in two groups
  public static void check(List<AgentGroup> groups, int agents) {
    boolean[] taken = new boolean[agents];
    for (AgentGroup group : groups) {
      for (int member : group.members()) {
        if (member < 0 || member >= agents || taken[member]) {
          throw new IllegalArgumentException(
              "agent "
                  + member
                  + " of group "
                  + group.name()
                  + ": it does not exist, or is in"
                  + " two groups");
        }
        taken[member] = true;
      }
    }
  }
}
