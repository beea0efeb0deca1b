package dev.hindsight.trainer.env.multi;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The results of a step, by agent. Both maps of ends also hold [#ALL]: whether the episode is over
/// for all agents. A step without it cannot be constructed, so that no filter loses it.
///
/// @param observations of the agents that act next, each `[D]`
/// @param rewards of the agents that acted
/// @param terminateds whether the episode ended for good, by agent and for [#ALL]
/// @param truncateds whether a limit cut the trace, by agent and for [#ALL]
public record MultiAgentStep(
    Map<String, float[]> observations,
    Map<String, Float> rewards,
    Map<String, Boolean> terminateds,
    Map<String, Boolean> truncateds) {
  /// The key that stands for all agents.
  public static final String ALL = "__all__";

  /// Copies the maps, keeping their order.
  ///
  /// @throws IllegalArgumentException if a map of ends lacks [#ALL], or another map has it
  public MultiAgentStep {
    observations = copy(observations);
    rewards = copy(rewards);
    terminateds = copy(terminateds);
    truncateds = copy(truncateds);
    refuseWithoutAll(terminateds, truncateds);
    if (observations.containsKey(ALL) || rewards.containsKey(ALL)) {
      throw new IllegalArgumentException(ALL + " is no agent");
    }
  }

  /// An unmodifiable copy in the same order.
  static <V> Map<String, V> copy(Map<String, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  static void refuseWithoutAll(Map<String, Boolean> terminateds, Map<String, Boolean> truncateds) {
    if (!terminateds.containsKey(ALL) || !truncateds.containsKey(ALL)) {
      throw new IllegalArgumentException("an end of a step is told without " + ALL);
    }
  }

  /// A copy for some agents, with the entry for all agents unchanged.
  ///
  /// @param ids agents to keep; missing ones are ignored
  public MultiAgentStep filter(Set<String> ids) {
    return new MultiAgentStep(
        kept(observations, ids),
        kept(rewards, ids),
        with(kept(terminateds, ids), over(terminateds)),
        with(kept(truncateds, ids), over(truncateds)));
  }

  /// Whether the episode is over for all agents.
  public boolean over() {
    return over(terminateds) || over(truncateds);
  }

  private static boolean over(Map<String, Boolean> ends) {
    return ends.getOrDefault(ALL, false);
  }

  private static <V> Map<String, V> kept(Map<String, V> map, Collection<String> ids) {
    Map<String, V> kept = new LinkedHashMap<>(map);
    kept.keySet().retainAll(ids);
    return kept;
  }

  private static Map<String, Boolean> with(Map<String, Boolean> ends, boolean all) {
    ends.put(ALL, all);
    return ends;
  }
}
