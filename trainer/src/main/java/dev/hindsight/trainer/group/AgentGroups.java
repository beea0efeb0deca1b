package dev.hindsight.trainer.group;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.observation.NestedObservation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Groups of agents as one decision maker each, with the rules of RLlib's `GroupAgentsWrapper`: a
/// group observes and does what its members do, in the order of its list, gets the sum of their
/// rewards, and has ended when all of them have. A step must hold all members of a group or none.
/// Agents of no group pass through. Immutable; any thread.
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
      refuse(members.isEmpty(), wording("AgentGroups.group_has_no_members", group));
      refuse(group.equals(MultiAgentStep.ALL), wording("AgentGroups.is_no_group", group));
      for (String member : members) {
        refuse(
            groupOf.put(member, group) != null,
            wording("AgentGroups.agent_id_is_in_multiple_groups", member));
      }
    });
    this.groups = Collections.unmodifiableMap(copy);
  }

  /// The members of each group, in order.
  public Map<String, List<String>> groups() {
    return groups;
  }

  /// The results of a step, by group.
  ///
  /// @throws IllegalArgumentException naming the group and the agent, if one of the step's maps
  ///   holds some members of a group and not others
  public GroupedStep group(MultiAgentStep step) {
    Map<String, List<Double>> rewards = members(step.rewards());
    Map<String, List<Double>> ofGroups = new LinkedHashMap<>(rewards);
    ofGroups.keySet().retainAll(groups.keySet());
    return new GroupedStep(
        joined(step.observations(), NestedObservation::tuple),
        joined(step.rewards(), each -> each.stream().mapToDouble(Double::doubleValue).sum()),
        ofGroups,
        ended(step.terminateds()),
        ended(step.truncateds()));
  }

  /// Values of agents by group: those of its members in its order; a list of one for an agent of no
  /// group.
  ///
  /// @param byAgent infos, actions, ...
  /// @throws IllegalArgumentException naming the group and the agent, if some members of a group
  ///   have a value and another has none
  public <V> Map<String, List<V>> members(Map<String, V> byAgent) {
    Map<String, List<V>> grouped = new LinkedHashMap<>();
    for (String agent : byAgent.keySet()) {
      String group = groupOf.getOrDefault(agent, agent);
      if (!grouped.containsKey(group)) {
        grouped.put(group, ofMembers(group, byAgent));
      }
    }
    return grouped;
  }

  private <V> Map<String, V> joined(Map<String, V> byAgent, Function<List<V>, V> join) {
    Map<String, V> joined = new LinkedHashMap<>();
    members(byAgent)
        .forEach((id, each) ->
            joined.put(id, groups.containsKey(id) ? join.apply(each) : each.getFirst()));
    return joined;
  }

  /// The action of each agent, from those of the groups: one for each member, in order.
  ///
  /// @throws IllegalArgumentException if a group has more or fewer actions than members
  public <V> Map<String, V> ungroup(Map<String, List<V>> actions) {
    Map<String, V> byAgent = new LinkedHashMap<>();
    actions.forEach((group, chosen) -> {
      List<String> members = membersOf(group);
      refuse(
          chosen.size() != members.size(),
          wording("AgentGroups.actions_for_group", chosen.size(), group, members));
      for (int i = 0; i < members.size(); i++) {
        byAgent.put(members.get(i), chosen.get(i));
      }
    });
    return byAgent;
  }

  private Map<String, Boolean> ended(Map<String, Boolean> ends) {
    Map<String, Boolean> byAgent = new LinkedHashMap<>(ends);
    boolean all = Optional.ofNullable(byAgent.remove(MultiAgentStep.ALL)).orElse(false);
    Map<String, Boolean> grouped = joined(byAgent, each -> !each.contains(false));
    grouped.put(MultiAgentStep.ALL, all);
    return grouped;
  }

  private <V> List<V> ofMembers(String group, Map<String, V> byAgent) {
    List<V> each = new ArrayList<>();
    for (String member : membersOf(group)) {
      V value = byAgent.get(member);
      if (value == null) {
        throw new IllegalArgumentException(
            wording("AgentGroups.missing_member_of_group", group, member, byAgent.keySet()));
      }
      each.add(value);
    }
    return each;
  }

  private List<String> membersOf(String group) {
    return groups.getOrDefault(group, List.of(group));
  }

  private static void refuse(boolean broken, String what) {
    if (broken) {
      throw new IllegalArgumentException(what);
    }
  }
}
