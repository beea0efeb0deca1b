package dev.hindsight.trainer.learn.replay;

import dev.hindsight.trainer.action.ActionSpace;

/// What a step of a decision maker holds: of one agent, or of a group that decides together.
///
/// @param members M, agents whose observations it holds
/// @param numbers k, numbers of one member's action; 0 for discrete actions, of which the step
///   holds the index of the joint action of all members
public record StepSizes(int members, int numbers) {
  /// A step of one agent with discrete actions.
  public static final StepSizes LONE = new StepSizes(1, 0);

  /// A step of a number of agents.
  public static StepSizes of(ActionSpace space, int members) {
    return switch (space) {
      case ActionSpace.Discrete _ -> new StepSizes(members, 0);
      case ActionSpace.Continuous continuous -> new StepSizes(members, continuous.names().size());
    };
  }

  /// M k, numbers of an action of all members.
  public int width() {
    return members * numbers;
  }

  /// Bytes of an action, a reward, and how often and when it was drawn.
  public int actionBytes() {
    return (numbers == 0 ? Integer.BYTES : Float.BYTES * width()) + Float.BYTES + 2 * Integer.BYTES;
  }
}
