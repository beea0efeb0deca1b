package dev.hindsight.trainer.env.multi;

import java.util.List;
import java.util.Map;

/// What a step brought, by group of agents; made by [AgentGroups]. Both maps of ends hold
/// [MultiAgentStep#ALL] too, and where both say that all is over it has terminated: nothing is
/// bootstrapped.
///
/// @param observations of the members that act next, in the group's order, each `[D]`
/// @param rewards of all members together
/// @param memberRewards of each member, in the group's order
/// @param terminateds whether all members ended for good
/// @param truncateds whether a limit cut the traces of all members
public record GroupedStep(
    Map<String, List<float[]>> observations,
    Map<String, Float> rewards,
    Map<String, List<Float>> memberRewards,
    Map<String, Boolean> terminateds,
    Map<String, Boolean> truncateds) {
  /// Copies the maps, keeping their order.
  ///
  /// @throws IllegalArgumentException if a map of ends lacks [MultiAgentStep#ALL]
  public GroupedStep {
    observations = MultiAgentStep.copy(observations);
    rewards = MultiAgentStep.copy(rewards);
    memberRewards = MultiAgentStep.copy(memberRewards);
    terminateds = MultiAgentStep.copy(terminateds);
    truncateds = MultiAgentStep.copy(truncateds);
    MultiAgentStep.refuseWithoutAll(terminateds, truncateds);
  }
}
