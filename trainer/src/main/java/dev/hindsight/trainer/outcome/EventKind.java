package dev.hindsight.trainer.outcome;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A kind of event that an action can cause for an agent. An environment declares its own in its
/// package; recordings carry the declaration, and lanes, captions, searches, scores, evaluations
/// and conditions take names and words from there.
///
/// Several environments share the kinds declared here. Three of those, [#DERIVED], are not in the
/// column `event` but in columns of their own. Two kinds are equal if they have the same name.
///
/// A row of [TickEvents] is a sum of [#bit]s:
///
/// | bits | mean |
/// |---|---|
/// | 0 to 5 | the shared events, as in [EventBits] |
/// | 6 to 21 | an environment's own events |
/// | 22 to 24 | [#DERIVED] |
/// | 25 to 30 | it is unknown whether the action caused one of bits 0 to 4, or limbo |
public final class EventKind {
  /// The first number of an environment's own events.
  public static final int FIRST_OWN = 6;

  /// Numbers of events in the column `event` are below this.
  public static final int MOST = 22;

  /// It reached a goal.
  public static final EventKind GOAL =
      shared(
          "goal",
          EventBits.GOAL,
          SharedEventWords.GOAL,
          EventRole.GOOD,
          EventShape.FLAG,
          EventColour.GOOD,
          new StateColumn("goal_reached", 0));

  /// A vehicle collision began.
  public static final EventKind COLLISION =
      shared(
          "collision",
          EventBits.COLLISION,
          SharedEventWords.COLLISION,
          EventRole.FAILURE,
          EventShape.CROSS,
          EventColour.BAD,
          new StateColumn("collision", 1));

  /// The same event in a world whose agents are no vehicles: it hit another agent.
  public static final EventKind AGENT_COLLISION =
      COLLISION.saying(SharedEventWords.AGENT_COLLISION);

  /// It left the road.
  public static final EventKind OFFROAD =
      shared(
          "offroad",
          EventBits.OFFROAD,
          SharedEventWords.OFFROAD,
          EventRole.FAILURE,
          EventShape.DIAMOND,
          EventColour.STRAY,
          new StateColumn("collision", 2));

  /// The same event in a sector, which it left elsewhere than at its exit.
  public static final EventKind LEFT_ELSEWHERE =
      shared(
          OFFROAD.name,
          EventBits.OFFROAD,
          SharedEventWords.LEFT_ELSEWHERE,
          EventRole.FAILURE,
          EventShape.DIAMOND,
          EventColour.STRAY,
          StateColumn.NONE);

  /// A loss of separation was newly predicted for it.
  public static final EventKind CONFLICT =
      shared(
          "conflict",
          EventBits.CONFLICT,
          SharedEventWords.CONFLICT,
          EventRole.NEUTRAL,
          EventShape.RING,
          EventColour.WARNING,
          new StateColumn("conflict", 0));

  /// It lost separation.
  public static final EventKind LOSS =
      shared(
          "loss",
          EventBits.LOSS,
          SharedEventWords.LOSS,
          EventRole.FAILURE,
          EventShape.DISC,
          EventColour.ALARM,
          new StateColumn("loss", 0));

  /// Its chosen action was invalid, and the environment took the neutral action. The recorder or
  /// training notes it, so no environment declares it.
  public static final EventKind REFUSED =
      shared(
          "refused",
          EventBits.REFUSED,
          SharedEventWords.REFUSED,
          EventRole.NEUTRAL,
          EventShape.STRUCK_RING,
          EventColour.REFUSAL,
          new StateColumn("refused", 0));

  /// It left the map until the end of the trial.
  public static final EventKind LIMBO =
      derived("limbo", MOST, SharedEventWords.LIMBO, EventShape.BAR, EventColour.LIMBO, "removed");

  /// Its episode ended for good.
  public static final EventKind TERMINAL =
      derived(
          "terminal",
          MOST + 1,
          SharedEventWords.TERMINAL,
          EventShape.SQUARE,
          EventColour.END,
          "terminal");

  /// A time limit or the end of a trial cut its trace.
  public static final EventKind TRUNCATION =
      derived(
          "truncation",
          MOST + 2,
          SharedEventWords.TRUNCATION,
          EventShape.FRAME,
          EventColour.CUT,
          "truncation");

  /// What an environment can report if it declares nothing.
  public static final List<EventKind> COMMON = List.of(GOAL, COLLISION, OFFROAD);

  /// The events that the column `event` of a recording without a declaration means, by number.
  public static final List<EventKind> SHARED =
      List.of(GOAL, COLLISION, OFFROAD, CONFLICT, LOSS, REFUSED);

  /// Events that columns of their own show, in every environment.
  public static final List<EventKind> DERIVED = List.of(LIMBO, TERMINAL, TRUNCATION);

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");
  private static final int NO_NUMBER = -1;
  private static final int UNKNOWN = 25;

  private final String name;
  private final int number;
  private final EventWords words;
  private final EventRole role;
  private final EventShape shape;
  private final EventColour colour;
  private final StateColumn state;

  /// The column that shows the state an event begins.
  ///
  /// @param name of a column with a number for each agent; empty if there is none
  /// @param value the number while it lasts; 0 for any other than 0
  public record StateColumn(String name, int value) {
    /// No column.
    public static final StateColumn NONE = new StateColumn("", 0);
  }

  private EventKind(
      String name,
      int number,
      EventWords words,
      EventRole role,
      EventShape shape,
      EventColour colour,
      StateColumn state) {
    this.name = name;
    this.number = number;
    this.words = words;
    this.role = role;
    this.shape = shape;
    this.colour = colour;
    this.state = state;
  }

  private static EventKind shared(
      String name,
      int bit,
      EventWords words,
      EventRole role,
      EventShape shape,
      EventColour colour,
      StateColumn state) {
    int number = Integer.numberOfTrailingZeros(bit);
    return new EventKind(name, number, words, role, shape, colour, state);
  }

  private static EventKind derived(
      String name,
      int number,
      EventWords words,
      EventShape shape,
      EventColour colour,
      String column) {
    StateColumn state = new StateColumn(column, 0);
    return new EventKind(name, number, words, EventRole.NEUTRAL, shape, colour, state);
  }

  /// An event of an environment's own, which neither succeeds nor fails and does not last.
  ///
  /// @param name in conditions and files: lower-case words joined by `_`
  /// @param number of its bit in the column `event`, from [#FIRST_OWN] below [#MOST]; it stays the
  ///   same for all versions of the environment, because recordings hold it
  /// @throws IllegalArgumentException if another event can have that name or number
  public static EventKind own(String name, int number, EventWords words) {
    if (!isName(name) || builtIn(name).isPresent()) {
      throw new IllegalArgumentException(name + " is no name for an event of one's own");
    }
    if (number < FIRST_OWN || number >= MOST) {
      throw new IllegalArgumentException(name + " has number " + number);
    }
    return new EventKind(
        name,
        number,
        words,
        EventRole.NEUTRAL,
        EventShape.WEDGE,
        EventColour.PLAIN,
        StateColumn.NONE);
  }

  /// An event whose name is all that is known, such as that of a saved lane. Its bit is in no row;
  /// [RecordedEvents#named] has the one of a recording.
  public static EventKind named(String name) {
    return builtIn(name)
        .orElseGet(() ->
            new EventKind(
                name,
                NO_NUMBER,
                EventWords.named(name),
                EventRole.NEUTRAL,
                EventShape.WEDGE,
                EventColour.PLAIN,
                StateColumn.NONE));
  }

  /// Whether an event may have a name.
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /// The shared or derived event of a name.
  public static Optional<EventKind> builtIn(String name) {
    return Stream.concat(SHARED.stream(), DERIVED.stream())
        .filter(kind -> kind.name.equals(name))
        .findFirst();
  }

  /// A copy that an environment's agents should cause, or should not.
  public EventKind as(EventRole other) {
    return new EventKind(name, number, words, other, shape, colour, state);
  }

  /// A copy that looks otherwise.
  public EventKind looking(EventShape otherShape, EventColour otherColour) {
    return new EventKind(name, number, words, role, otherShape, otherColour, state);
  }

  /// A copy with other words.
  EventKind saying(EventWords other) {
    return new EventKind(name, number, other, role, shape, colour, state);
  }

  /// A copy that begins a state. Its words name the state.
  ///
  /// @param column the environment's column that shows it in the world of a tick
  public EventKind lastingIn(StateColumn column) {
    if (words.state().isEmpty()) {
      throw new IllegalArgumentException(name + " has no words for its state");
    }
    return new EventKind(name, number, words, role, shape, colour, column);
  }

  /// Its name in conditions and files: `goal`.
  public String name() {
    return name;
  }

  /// Its name in conditions: `goal`.
  public String signal() {
    return name;
  }

  /// What it means for the agent.
  public EventRole role() {
    return role;
  }

  /// Whether it spoils a trial.
  public boolean fails() {
    return role == EventRole.FAILURE;
  }

  /// The shape of its mark on a lane.
  public EventShape shape() {
    return shape;
  }

  /// The colour of its mark.
  public EventColour colour() {
    return colour;
  }

  /// All its words.
  EventWords allWords() {
    return words;
  }

  /// The column that shows its state.
  StateColumn stateColumn() {
    return state;
  }

  /// The meaning of its name in conditions, for users who write one.
  public String help() {
    return words.help();
  }

  /// A word or two for a legend.
  public String title() {
    return words.title();
  }

  /// What happened, in words.
  public String words() {
    return words.what();
  }

  /// The state while it lasts, in words; the event's own words if it does not last.
  public String state() {
    return lasts() ? words.state() : words.what();
  }

  /// What an action leads to, as the end of a sentence: `then hits a vehicle`.
  public String result() {
    return words.result();
  }

  /// The name of its count: `collisions`.
  public String plural() {
    return words.plural();
  }

  /// Its count as the title of a column: `Collisions`.
  public String heading() {
    return words.heading();
  }

  /// What became of agents, after their number: `crashed`.
  public String outcome() {
    return words.outcome();
  }

  /// A word to show beside its agent: `hit`.
  public String mark() {
    return words.mark();
  }

  /// Its number in the column `event`.
  int number() {
    return number;
  }

  /// Its bit in a row of [TickEvents] and in the column `event`; 0 for a name without a recording.
  public int bit() {
    return number == NO_NUMBER ? 0 : 1 << number;
  }

  /// The bit that says that it is unknown whether an action caused it; 0 for events that are always
  /// known.
  int unknownBit() {
    return number == LIMBO.number
        ? 1 << (UNKNOWN + FIRST_OWN - 1)
        : number >= 0 && number < FIRST_OWN - 1 ? 1 << (UNKNOWN + number) : 0;
  }

  /// The column of the state it begins, or of itself, with a number for each agent; empty if there
  /// is none.
  public String column() {
    return state.name();
  }

  /// Whether it is one of those in the column `event`.
  public boolean inEventColumn() {
    return number < MOST;
  }

  /// Whether an environment has declared it as its own.
  public boolean isOwn() {
    return inEventColumn() && number >= FIRST_OWN;
  }

  /// Whether it begins a state that lasts and that [#column()] shows.
  public boolean lasts() {
    return !words.state().isEmpty();
  }

  /// Whether a value of [#column()] means that the state holds.
  public boolean holds(long value) {
    return state.value() == 0 ? value != 0 : value == state.value();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EventKind kind && kind.name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name.toUpperCase(Locale.ROOT);
  }
}
