package dev.hindsight.trainer.group;

import dev.hindsight.trainer.observation.NestedObservation;
import java.util.List;
import java.util.Map;

/// The results of a step, by group; made by [AgentGroups]. Agents of no group are there under their
/// own names. Both maps of ends hold [MultiAgentStep#ALL]; where both are true the step is a true
/// end: nothing is bootstrapped.
///
/// @param observations the members' observations as a tuple, in the group's order
/// @param rewards the sum of the members' rewards
/// @param memberRewards the rewards of each group's members, in its order
/// @param terminateds whether the episode ended for good for all members
/// @param truncateds whether a limit cut the traces of all members
public record GroupedStep(
    Map<String, NestedObservation> observations,
    Map<String, Double> rewards,
    Map<String, List<Double>> memberRewards,
    Map<String, Boolean> terminateds,
    Map<String, Boolean> truncateds) {
  /// Copies the maps, keeping their order.
  public GroupedStep {
    observations = MultiAgentStep.copy(observations);
    rewards = MultiAgentStep.copy(rewards);
    memberRewards = MultiAgentStep.copy(memberRewards);
    terminateds = MultiAgentStep.copy(terminateds);
    truncateds = MultiAgentStep.copy(truncateds);
  }
}
