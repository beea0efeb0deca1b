package dev.hindsight.inspector.scores;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.TickEvents;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;

/// A result of an agent in a trial: one that every recording has, or the count of an event. Two are
/// equal if they are the same of the former, or count the same event, whatever their titles.
public final class TrialMeasure {
  /// The environment's score, in `[0, 1]`.
  public static final TrialMeasure SCORE =
      new TrialMeasure("score", "Score", 2, (_, agent) -> agent.score());

  /// 1 if the agent reached a goal, 0 if it reached none; NaN if the recording does not tell.
  public static final TrialMeasure REACHED =
      new TrialMeasure(
          "reached",
          "Reached",
          2,
          (trial, agent) ->
              agent.goals() > 0
                  ? 1
                  : trial.ending().ended() && agent.exact(EventKind.GOAL) ? 0 : Double.NaN);

  /// The tick of the trial whose action reached the goal.
  public static final TrialMeasure REACHED_AT =
      new TrialMeasure(
          "reached_at",
          wording("TrialMeasure.reached_at"),
          0,
          (trial, agent) ->
              agent.reachedAt() == AgentTrial.NEVER
                  ? Double.NaN
                  : agent.reachedAt() - trial.start());

  /// Sum of rewards.
  public static final TrialMeasure RETURN =
      new TrialMeasure("return", "Return", 2, (_, agent) -> agent.earned());

  /// The number of ticks off the map.
  public static final TrialMeasure LIMBO =
      new TrialMeasure(
          "limbo", wording("TrialMeasure.limbo_ticks"), 0, (_, agent) -> agent.limboTicks());

  /// The number of ticks of the trial.
  public static final TrialMeasure LENGTH =
      new TrialMeasure("length", "Length", 0, (trial, _) -> trial.ticks());

  private static final List<TrialMeasure> FIXED =
      List.of(SCORE, REACHED, REACHED_AT, RETURN, LIMBO, LENGTH);

  private final Optional<EventKind> counted;
  private final String id;
  private final String title;
  private final int decimals;
  private final ToDoubleBiFunction<Trial, AgentTrial> value;

  private TrialMeasure(
      String id, String title, int decimals, ToDoubleBiFunction<Trial, AgentTrial> value) {
    this(Optional.empty(), id, title, decimals, value);
  }

  private TrialMeasure(
      Optional<EventKind> counted,
      String id,
      String title,
      int decimals,
      ToDoubleBiFunction<Trial, AgentTrial> value) {
    this.counted = counted;
    this.id = id;
    this.title = title;
    this.decimals = decimals;
    this.value = value;
  }

  /// How often an agent caused an event. A recording names and heads its own events as it likes:
  /// where another measure has that id or title, this one is called `event_NAME` or `TITLE (NAME)`.
  public static TrialMeasure count(EventKind kind) {
    boolean common = EventKind.COMMON.contains(kind);
    String name = kind.name();
    String id = common ? EventKind.named(name).plural() : taken(name) ? "event_" + name : name;
    String title =
        FIXED.stream().anyMatch(fixed -> fixed.title.equals(kind.heading()))
            ? kind.heading() + " (" + name + ")"
            : kind.heading();
    return new TrialMeasure(Optional.of(kind), id, title, 0, (_, agent) -> agent.count(kind));
  }

  private static boolean taken(String id) {
    return Stream.concat(
            FIXED.stream().map(fixed -> fixed.id), EventKind.COMMON.stream().map(EventKind::plural))
        .anyMatch(id::equals);
  }

  /// All measures of a recording: those that every recording has, and the counts of its events.
  public static List<TrialMeasure> of(Rollout rollout) {
    List<TrialMeasure> all = new ArrayList<>(List.of(SCORE, REACHED, REACHED_AT, RETURN));
    for (EventKind kind : new TickEvents(rollout).shown()) {
      if (kind.inEventColumn() && !kind.equals(EventKind.GOAL) && !kind.equals(EventKind.REFUSED)) {
        all.add(count(kind));
      }
    }
    all.add(LIMBO);
    all.add(LENGTH);
    return List.copyOf(all);
  }

  /// Its name in JSON.
  public String id() {
    return id;
  }

  /// Its column header.
  public String title() {
    return title;
  }

  /// The number; NaN if there is none.
  public double of(Trial trial, AgentTrial agent) {
    return value.applyAsDouble(trial, agent);
  }

  /// The mean over the agents of a side that have the number; NaN for an unfinished trial.
  public double mean(Trial trial, Side side) {
    return !trial.ending().ended()
        ? Double.NaN
        : trial.agents().stream()
            .filter(agent -> agent.side() == side)
            .mapToDouble(agent -> of(trial, agent))
            .filter(number -> !Double.isNaN(number))
            .average()
            .orElse(Double.NaN);
  }

  /// The number of one agent as text.
  public String words(Trial trial, AgentTrial agent) {
    double number = of(trial, agent);
    boolean open = !trial.ending().ended();
    if (equals(SCORE) && open) {
      return wording("TrialMeasure.cut_off");
    }
    if (Double.isNaN(number)) {
      return NumberWords.NONE;
    }
    String text =
        equals(REACHED) ? number > 0 ? "yes" : "no" : NumberWords.decimals(number, decimals);
    return open ? text + " …" : text;
  }

  /// The mean over the agents of a side as text.
  String words(Trial trial, Side side) {
    return equals(SCORE) && !trial.ending().ended()
        ? wording("TrialMeasure.cut_off")
        : words(mean(trial, side));
  }

  /// A mean as text.
  public static String words(double mean) {
    return NumberWords.score(mean);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TrialMeasure measure
        && measure.counted.equals(counted)
        && measure.id.equals(id);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }

  @Override
  public String toString() {
    return title;
  }
}
