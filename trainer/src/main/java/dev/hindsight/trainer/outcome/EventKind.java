package dev.hindsight.trainer.outcome;

/// What can come of an action for an agent. The first six are *events* as an environment notes them
/// in the column `event`; the others are read from columns of their own.
public enum EventKind {
  /// It reached a goal.
  GOAL("Goal", "goal reached", "reaches its goal", EventBits.GOAL, "goal_reached"),
  /// A vehicle collision began.
  COLLISION("Collision", "vehicle collision", "hits a vehicle", EventBits.COLLISION, "collision"),
  /// It left the road, or its sector elsewhere than it should.
  OFFROAD("Off road", "left the road", "leaves the road", EventBits.OFFROAD, "collision"),
  /// A loss of separation came to be predicted for it.
  CONFLICT(
      "Conflict", "comes into conflict", "comes into conflict", EventBits.CONFLICT, "conflict"),
  /// It lost separation.
  LOSS("Loss", "loss of separation", "loses separation", EventBits.LOSS, "loss"),
  /// What it was to do made no sense, and the neutral action was taken.
  REFUSED(
      "Refused",
      "action refused, neutral action taken",
      "its action is refused",
      EventBits.REFUSED,
      "refused"),
  /// It left the map until the end of the trial.
  LIMBO("Limbo", "enters limbo", "enters limbo", 64, "removed"),
  /// Its episode ended for good.
  TERMINAL("Terminal", "terminal: the episode ended", "its episode ends", 128, "terminal"),
  /// A limit or the end of a trial cut its trace.
  TRUNCATION(
      "Truncation",
      "truncation: a limit or the trial's end cut the trace",
      "its trace is cut",
      256,
      "truncation");

  private static final int VEHICLE = 1;
  private static final int EDGE = 2;

  private final String title;
  private final String words;
  private final String result;
  private final int bit;
  private final String column;

  EventKind(String title, String words, String result, int bit, String column) {
    this.title = title;
    this.words = words;
    this.result = result;
    this.bit = bit;
    this.column = column;
  }

  /// A word or two for a legend.
  public String title() {
    return title;
  }

  /// What happened, in words.
  public String words() {
    return words;
  }

  /// What is so while it lasts, in words; the event's own words where nothing lasts.
  public String state() {
    return switch (this) {
      case COLLISION -> "in collision";
      case OFFROAD -> "off the road";
      case CONFLICT -> "in conflict";
      case LOSS -> "too close";
      case LIMBO -> "in limbo";
      case GOAL, REFUSED, TERMINAL, TRUNCATION -> words;
    };
  }

  /// What an action leads to, as the end of a sentence: `then hits a vehicle`.
  public String result() {
    return result;
  }

  /// Its bit in a row of [TickEvents].
  public int bit() {
    return bit;
  }

  /// The column that tells of the state it begins, or of itself, with a number for each agent.
  public String column() {
    return column;
  }

  /// Whether it is one of those in the column `event`.
  public boolean inEventColumn() {
    return bit <= EventBits.REFUSED;
  }

  /// Whether it begins something that lasts and that [#column()] tells of in the world of a tick.
  public boolean lasts() {
    return switch (this) {
      case COLLISION, OFFROAD, CONFLICT, LOSS, LIMBO -> true;
      case GOAL, REFUSED, TERMINAL, TRUNCATION -> false;
    };
  }

  /// Whether a value of [#column()] says that it is so.
  public boolean holds(long value) {
    return switch (this) {
      case COLLISION -> value == VEHICLE;
      case OFFROAD -> value == EDGE;
      case GOAL, CONFLICT, LOSS, REFUSED, LIMBO, TERMINAL, TRUNCATION -> value != 0;
    };
  }
}
