package dev.hindsight.trainer.env.multi;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Groups of agents that one policy controls together: a group sees and does what its members do,
/// in the order of the list, gets the sum of their rewards, and has ended when all of them have. An
/// agent of no group is a group of one, under its own name. Immutable; any thread.
public final class AgentGroups {
  private final Map<String, List<String>> groups;
  private final Map<String, String> groupOf = new HashMap<>();

  /// @param groups the members of each group, in order
  /// @throws IllegalArgumentException if an agent is in two groups, or twice in one, if a group is
  ///   empty, or if one is called [MultiAgentStep#ALL]
  public AgentGroups(Map<String, List<String>> groups) {
    Map<String, List<String>> copy = new LinkedHashMap<>();
    groups.forEach((group, members) -> {
      copy.put(group, List.copyOf(members));
      refuse(members.isEmpty(), "group " + group + " has no members");
      refuse(group.equals(MultiAgentStep.ALL), MultiAgentStep.ALL + " is not a group");
      for (String member : members) {
        refuse(groupOf.put(member, group) != null, "agent " + member + " is in multiple groups");
      }
    });
    this.groups = Collections.unmodifiableMap(copy);
  }

  /// What a step brought, by group.
  ///
  /// @throws IllegalArgumentException naming the group and the agent, if one of the step's maps
  ///   tells of some members of a group and not of others
  public GroupedStep group(MultiAgentStep step) {
    Map<String, List<Float>> memberRewards = group(step.rewards());
    Map<String, Float> rewards = new LinkedHashMap<>();
    memberRewards.forEach((group, each) -> {
      float sum = 0;
      for (float reward : each) {
        sum += reward;
      }
      rewards.put(group, sum);
    });
    return new GroupedStep(
        group(step.observations()),
        rewards,
        memberRewards,
        ended(step.terminateds()),
        ended(step.truncateds()));
  }

  /// Anything that agents have, by group: the values of its members in the order it lists them.
  ///
  /// @param byAgent the first observations, what is known of each agent, ...
  /// @throws IllegalArgumentException naming the group and the agent, if some members of a group
  ///   are there and another is not
  public <V> Map<String, List<V>> group(Map<String, V> byAgent) {
    Map<String, List<V>> grouped = new LinkedHashMap<>();
    for (String agent : byAgent.keySet()) {
      String group = groupOf.getOrDefault(agent, agent);
      if (!grouped.containsKey(group)) {
        grouped.put(group, ofMembers(group, byAgent));
      }
    }
    return grouped;
  }

  /// What each agent does, of what the groups do: one action for each member, in order.
  ///
  /// @throws IllegalArgumentException if a group has more or fewer actions than members
  public <V> Map<String, V> ungroup(Map<String, List<V>> actions) {
    Map<String, V> byAgent = new LinkedHashMap<>();
    actions.forEach((group, chosen) -> {
      List<String> members = members(group);
      refuse(
          chosen.size() != members.size(),
          chosen.size() + " actions for group " + group + " of " + members);
      for (int i = 0; i < members.size(); i++) {
        byAgent.put(members.get(i), chosen.get(i));
      }
    });
    return byAgent;
  }

  private Map<String, Boolean> ended(Map<String, Boolean> ends) {
    Map<String, Boolean> byAgent = new LinkedHashMap<>(ends);
    boolean all = Boolean.TRUE.equals(byAgent.remove(MultiAgentStep.ALL));
    Map<String, Boolean> grouped = new LinkedHashMap<>();
    group(byAgent).forEach((group, each) -> grouped.put(group, !each.contains(false)));
    grouped.put(MultiAgentStep.ALL, all);
    return grouped;
  }

  private <V> List<V> ofMembers(String group, Map<String, V> byAgent) {
    List<V> each = new ArrayList<>();
    for (String member : members(group)) {
      V value = byAgent.get(member);
      if (value == null) {
        throw new IllegalArgumentException("missing member of group " + group + ": " + member);
      }
      each.add(value);
    }
    return each;
  }

  private List<String> members(String group) {
    return groups.getOrDefault(group, List.of(group));
  }

  private static void refuse(boolean broken, String what) {
    if (broken) {
      throw new IllegalArgumentException(what);
    }
  }
}
