package dev.hindsight.trainer.group;

import dev.hindsight.trainer.observation.NestedObservation;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// The results of a step, by agent, as multi-agent libraries exchange them. Both maps of ends also
/// hold [#ALL]: whether the episode is over for all agents. A step without it cannot be
/// constructed.
///
/// @param observations of the agents that act next
/// @param rewards of the agents that acted
/// @param terminateds whether the episode ended for good, by agent and for [#ALL]
/// @param truncateds whether a limit cut the trace, by agent and for [#ALL]
public record MultiAgentStep(
    Map<String, NestedObservation> observations,
    Map<String, Double> rewards,
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
    if (!terminateds.containsKey(ALL) || !truncateds.containsKey(ALL)) {
      throw new IllegalArgumentException("the ends of a step lack " + ALL);
    }
    if (observations.containsKey(ALL) || rewards.containsKey(ALL)) {
      throw new IllegalArgumentException(ALL + " is no agent");
    }
  }

  /// An unmodifiable copy in the same order.
  static <V> Map<String, V> copy(Map<String, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}
