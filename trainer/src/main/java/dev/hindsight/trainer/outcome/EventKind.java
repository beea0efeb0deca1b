package dev.hindsight.trainer.outcome;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The events that an action can cause for an agent. The environment notes the first ones in the
/// column `event`; the last three are derived from columns of their own.
///
/// To add an event, add a constant: legends, sentences, marks, captions, lanes and conditions take
/// their words from here.
public enum EventKind {
  /// It reached a goal.
  GOAL(
      new EventWords(
          "Goal",
          wording("EventKind.goal_reached"),
          wording("EventKind.reaches_its_goal"),
          "",
          "goals",
          "goal"),
      wording("EventKind.the_action_reached_a_goal"),
      EventBits.GOAL,
      "goal_reached"),
  /// A vehicle collision began.
  COLLISION(
      new EventWords(
          "Collision",
          wording("EventKind.vehicle_collision"),
          wording("EventKind.hits_a_vehicle"),
          wording("EventKind.in_collision"),
          "collisions",
          "hit"),
      wording("EventKind.a_vehicle_collision_began_with_the"),
      EventBits.COLLISION,
      "collision"),
  /// It left the road, or its sector elsewhere than at its exit.
  OFFROAD(
      new EventWords(
          wording("EventKind.off_road"),
          wording("EventKind.left_the_road"),
          wording("EventKind.leaves_the_road"),
          wording("EventKind.off_the_road"),
          "offroad",
          "off"),
      wording("EventKind.the_action_took_it_across_a"),
      EventBits.OFFROAD,
      "collision"),
  /// A loss of separation was newly predicted for it.
  CONFLICT(
      new EventWords(
          "Conflict",
          wording("EventKind.comes_into_conflict"),
          wording("EventKind.comes_into_conflict"),
          wording("EventKind.in_conflict"),
          "conflicts",
          "conflict"),
      wording("EventKind.the_action_led_to_a_predicted"),
      EventBits.CONFLICT,
      "conflict"),
  /// It lost separation.
  LOSS(
      new EventWords(
          "Loss",
          wording("EventKind.loss_of_separation"),
          wording("EventKind.loses_separation"),
          wording("EventKind.too_close"),
          wording("EventKind.losses_of_separation"),
          "loss"),
      wording("EventKind.separation_was_lost_with_the_action"),
      EventBits.LOSS,
      "loss"),
  /// Its chosen action was invalid, and the environment took the neutral action.
  REFUSED(
      new EventWords(
          "Refused",
          wording("EventKind.action_refused_neutral_action_taken"),
          wording("EventKind.its_action_is_refused"),
          "",
          wording("EventKind.refused_actions"),
          "refused"),
      wording("EventKind.the_action_was_invalid_so_the"),
      EventBits.REFUSED,
      "refused"),
  /// It left the map until the end of the trial.
  LIMBO(
      new EventWords(
          "Limbo",
          wording("EventKind.enters_limbo"),
          wording("EventKind.enters_limbo"),
          wording("EventKind.in_limbo"),
          "Limbo",
          "Limbo"),
      wording("EventKind.it_left_the_map"),
      256,
      "removed"),
  /// Its episode ended for good.
  TERMINAL(
      new EventWords(
          "Terminal",
          wording("EventKind.terminal_the_episode_ended"),
          wording("EventKind.its_episode_ends"),
          "",
          "Terminal",
          "Terminal"),
      wording("EventKind.its_episode_ended"),
      512,
      "terminal"),
  /// A time limit or the end of a trial cut its trace.
  TRUNCATION(
      new EventWords(
          "Truncation",
          wording("EventKind.truncation_a_limit_or_the_trials"),
          wording("EventKind.its_trace_is_cut"),
          "",
          "Truncation",
          "Truncation"),
      wording("EventKind.its_trace_was_cut"),
      1024,
      "truncation");

  /// The kinds in the column `event`, whose bits fit a byte.
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

  EventKind(EventWords eventWords, String help, int bit, String column) {
    title = eventWords.title;
    words = eventWords.words;
    result = eventWords.result;
    state = eventWords.state;
    plural = eventWords.plural;
    mark = eventWords.mark;
    this.help = help;
    this.bit = bit;
    this.column = column;
  }

  /// @param title a word or two for a legend
  /// @param words what happened
  /// @param result the result of an action, as the end of a sentence
  /// @param state the state while it lasts; empty if it does not last
  /// @param plural the name of its count
  /// @param mark a word beside the agent
  private record EventWords(
      String title, String words, String result, String state, String plural, String mark) {}

  /// The kind with a name in conditions.
  public static Optional<EventKind> named(String signal) {
    return NOTED.stream().filter(kind -> kind.signal().equals(signal)).findFirst();
  }

  /// Its name in conditions: `goal`.
  public String signal() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The meaning of its name in conditions, for users who write one.
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

  /// A word to show beside its agent: `hit`.
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
