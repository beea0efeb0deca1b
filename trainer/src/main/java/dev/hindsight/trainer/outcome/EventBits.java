package dev.hindsight.trainer.outcome;

/// The bits of the channel `event`: what an action led to, `[tick, agent]`. Environments set them,
/// recordings keep them, and [EventKind] has their words.
public final class EventBits {
  /// The agent reached a goal.
  public static final int GOAL = 1;

  /// The agent came into a vehicle collision.
  public static final int COLLISION = 2;

  /// The agent came across a road edge, or out of its sector elsewhere than it should.
  public static final int OFFROAD = 4;

  /// A loss of separation came to be predicted for the agent.
  public static final int CONFLICT = 8;

  /// The agent lost separation.
  public static final int LOSS = 16;

  /// Set by who records or trains: what the agent was to do made no sense, and the neutral action
  /// was taken.
  public static final int REFUSED = 32;

  private EventBits() {}
}
