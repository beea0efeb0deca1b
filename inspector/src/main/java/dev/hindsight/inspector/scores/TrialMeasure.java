package dev.hindsight.inspector.scores;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Trial;
import java.util.function.ToDoubleBiFunction;

/// A number an agent comes to in a trial.
@SuppressWarnings("ImmutableEnumChecker") // functions without state
public enum TrialMeasure {
  /// What the environment gave, in `[0, 1]`.
  SCORE("Score", 2, (_, agent) -> agent.score()),
  /// 1 for who reached a goal.
  REACHED(
      "Reached",
      2,
      (trial, agent) -> agent.goals() > 0 ? 1 : trial.ending().ended() ? 0 : Double.NaN),
  /// Tick of the trial whose action reached it.
  REACHED_AT(
      "Reached at",
      0,
      (trial, agent) ->
          agent.reachedAt() == AgentTrial.NEVER ? Double.NaN : agent.reachedAt() - trial.start()),
  /// Sum of rewards.
  RETURN("Return", 2, (_, agent) -> agent.earned()),
  /// Vehicle collisions, counted when they begin.
  COLLISIONS("Collisions", 0, (_, agent) -> agent.collisions()),
  /// Road edges crossed, counted when it begins.
  OFFROAD("Off road", 0, (_, agent) -> agent.offroad()),
  /// Ticks off the map.
  LIMBO("Limbo ticks", 0, (_, agent) -> agent.limboTicks()),
  /// Ticks the trial took.
  LENGTH("Length", 0, (trial, _) -> trial.ticks());

  private final String title;
  private final int decimals;
  private final ToDoubleBiFunction<Trial, AgentTrial> value;

  TrialMeasure(String title, int decimals, ToDoubleBiFunction<Trial, AgentTrial> value) {
    this.title = title;
    this.decimals = decimals;
    this.value = value;
  }

  /// Its name over a column.
  public String title() {
    return title;
  }

  /// The number; NaN where there is none.
  public double of(Trial trial, AgentTrial agent) {
    return value.applyAsDouble(trial, agent);
  }

  /// Mean over the agents of a side that have the number; NaN for a trial that did not end.
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

  /// Of one agent, in words.
  public String words(Trial trial, AgentTrial agent) {
    double number = of(trial, agent);
    boolean open = !trial.ending().ended();
    if (this == SCORE && open) {
      return "cut off";
    }
    if (Double.isNaN(number)) {
      return NumberWords.NONE;
    }
    String text =
        this == REACHED ? number > 0 ? "yes" : "no" : NumberWords.decimals(number, decimals);
    return open ? text + " …" : text;
  }

  /// A mean, in words.
  public static String words(double mean) {
    return NumberWords.score(mean);
  }
}
