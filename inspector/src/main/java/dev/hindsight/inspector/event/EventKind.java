package dev.hindsight.inspector.event;

/// What can happen to an agent.
public enum EventKind {
  /// It reached a goal.
  GOAL("Goal", "goal reached", "goal_reached", EventKind.ANY),
  /// A vehicle collision began.
  COLLISION("Collision", "vehicle collision", "collision", 1),
  /// It left the road.
  OFFROAD("Off road", "left the road", "collision", 2),
  /// A loss of separation is predicted for it.
  CONFLICT("Conflict", "in conflict", "conflict", EventKind.ANY),
  /// It has lost separation.
  LOSS("Loss", "loss of separation", "loss", EventKind.ANY),
  /// What it was to do made no sense, and the neutral action was taken.
  REFUSED("Refused", "action refused, the neutral one taken", "refused", EventKind.ANY),
  /// It left the map until the end of the trial.
  LIMBO("Limbo", "in limbo", "removed", EventKind.ANY),
  /// Its episode ended for good.
  TERMINAL("Terminal", "terminal: the episode ended", "terminal", EventKind.ANY),
  /// A limit or the end of a trial cut its trace.
  TRUNCATION("Truncation", "truncation: a limit cut the trace", "truncation", EventKind.ANY);

  /// Any value but 0.
  static final int ANY = -1;

  private final String title;
  private final String words;
  private final String channel;
  private final int value;

  EventKind(String title, String words, String channel, int value) {
    this.title = title;
    this.words = words;
    this.channel = channel;
    this.value = value;
  }

  /// A word or two for a legend.
  public String title() {
    return title;
  }

  /// What happened, in words.
  public String words() {
    return words;
  }

  /// The channel that tells of it, with a number for each agent.
  public String channel() {
    return channel;
  }

  /// Whether a value of the channel says that it happens.
  boolean happens(long read) {
    return value == ANY ? read != 0 : read == value;
  }
}
