package dev.hindsight.trainer.outcome;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// What can come of an action for an agent. The first are *events* as an environment notes them in
/// the column `event`; the last three are read from columns of their own.
///
/// A constant is all there is to add for another event: legends, sentences, marks, captions, lanes
/// and conditions take its words from here.
public enum EventKind {
  /// It reached a goal.
  GOAL(
      new EventWords("Goal", "goal reached", "reaches its goal", "", "goals", "goal"),
      "the action reached a goal",
      EventBits.GOAL,
      "goal_reached"),
  /// A vehicle collision began.
  COLLISION(
      new EventWords(
          "Collision", "vehicle collision", "hits a vehicle", "in collision", "collisions", "hit"),
      "a vehicle collision began with the action",
      EventBits.COLLISION,
      "collision"),
  /// It left the road, or its sector elsewhere than at its exit.
  OFFROAD(
      new EventWords(
          "Off road", "left the road", "leaves the road", "off the road", "offroad", "off"),
      "the action took it across a road edge",
      EventBits.OFFROAD,
      "collision"),
  /// A loss of separation was newly predicted for it.
  CONFLICT(
      new EventWords(
          "Conflict",
          "comes into conflict",
          "comes into conflict",
          "in conflict",
          "conflicts",
          "conflict"),
      "the action led to a predicted loss of separation",
      EventBits.CONFLICT,
      "conflict"),
  /// It lost separation.
  LOSS(
      new EventWords(
          "Loss",
          "loss of separation",
          "loses separation",
          "too close",
          "losses of separation",
          "loss"),
      "separation was lost with the action",
      EventBits.LOSS,
      "loss"),
  /// Its chosen action was invalid, and the environment took the neutral action.
  REFUSED(
      new EventWords(
          "Refused",
          "action refused, neutral action taken",
          "its action is refused",
          "",
          "refused actions",
          "refused"),
      "the action was invalid, so the neutral one was taken",
      EventBits.REFUSED,
      "refused"),
  /// It left the map until the end of the trial.
  LIMBO(
      new EventWords("Limbo", "enters limbo", "enters limbo", "in limbo", "Limbo", "Limbo"),
      "it left the map",
      256,
      "removed"),
  /// Its episode ended for good.
  TERMINAL(
      new EventWords(
          "Terminal",
          "terminal: the episode ended",
          "its episode ends",
          "",
          "Terminal",
          "Terminal"),
      "its episode ended",
      512,
      "terminal"),
  /// A time limit or the end of a trial cut its trace.
  TRUNCATION(
      new EventWords(
          "Truncation",
          "truncation: a limit or the trial's end cut the trace",
          "its trace is cut",
          "",
          "Truncation",
          "Truncation"),
      "its trace was cut",
      1024,
      "truncation");

  /// Those in the column `event`, whose bits are those of a byte.
  public static final List<EventKind> NOTED =
      Stream.of(values()).filter(EventKind::inEventColumn).toList();

  private static final int BYTE = 256;
  private static final int VEHICLE = 1;
  private static final int EDGE = 2;

  private final String title;
  private final String words;
  private final String result;
  private final String state;
  private final String plural;
  private final String mark;
  private final String help;
  private final int bit;
  private final String column;

  EventKind(EventWords told, String help, int bit, String column) {
    title = told.title;
    words = told.words;
    result = told.result;
    state = told.state;
    plural = told.plural;
    mark = told.mark;
    this.help = help;
    this.bit = bit;
    this.column = column;
  }

  /// @param title a word or two for a legend
  /// @param words what happened
  /// @param result what an action leads to, as the end of a sentence
  /// @param state what is so while it lasts; empty where nothing lasts
  /// @param plural the name of its count
  /// @param mark a word beside the agent
  private record EventWords(
      String title, String words, String result, String state, String plural, String mark) {}

  /// The one a condition calls by a name.
  public static Optional<EventKind> named(String signal) {
    return NOTED.stream().filter(kind -> kind.signal().equals(signal)).findFirst();
  }

  /// Its name in conditions: `goal`.
  public String signal() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// What its name in conditions means, for who writes one.
  public String help() {
    return help;
  }

  /// A word or two for a legend.
  public String title() {
    return title;
  }

  /// What happened, in words.
  public String words() {
    return words;
  }

  /// The state while it lasts, in words; the event's own words if it does not last.
  public String state() {
    return lasts() ? state : words;
  }

  /// What an action leads to, as the end of a sentence: `then hits a vehicle`.
  public String result() {
    return result;
  }

  /// The name of its count: `collisions`.
  public String plural() {
    return plural;
  }

  /// A word beside the agent it happens to: `hit`.
  public String mark() {
    return mark;
  }

  /// Its bit in a row of [TickEvents].
  public int bit() {
    return bit;
  }

  /// The column of the state it begins, or of itself, with a number for each agent.
  public String column() {
    return column;
  }

  /// Whether it is one of those in the column `event`.
  public boolean inEventColumn() {
    return bit < BYTE;
  }

  /// Whether it begins a state that lasts and that [#column()] shows.
  public boolean lasts() {
    return !state.isEmpty();
  }

  /// Whether a value of [#column()] means that the state holds.
  public boolean holds(long value) {
    // Two kinds share a column.
    return this == COLLISION ? value == VEHICLE : this == OFFROAD ? value == EDGE : value != 0;
  }
}
