package dev.hindsight.trainer.outcome;

/// The bits of the channel `event`, `[tick, agent]`: events that an action caused. Environments set
/// them, recordings store them, and [EventKind] has their words.
public final class EventBits {
  /// The agent reached a goal.
  public static final int GOAL = 1;

  /// The agent began to touch another body.
  public static final int COLLISION = 2;

  /// The agent crossed a road edge, or left its sector elsewhere than at its exit.
  public static final int OFFROAD = 4;

  /// A loss of separation was newly predicted for the agent.
  public static final int CONFLICT = 8;

  /// The agent lost separation.
  public static final int LOSS = 16;

  /// Set by the recorder or trainer: the chosen action was invalid, and the environment took the
  /// neutral action.
  public static final int REFUSED = 32;

  private EventBits() {}
}
