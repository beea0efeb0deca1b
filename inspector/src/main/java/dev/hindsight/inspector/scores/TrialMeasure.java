package dev.hindsight.inspector.scores;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Trial;
import java.util.function.ToDoubleBiFunction;

/// A result of an agent in a trial.
@SuppressWarnings("ImmutableEnumChecker") // functions without state
public enum TrialMeasure {
  /// The environment's score, in `[0, 1]`.
  SCORE("Score", 2, (_, agent) -> agent.score()),
  /// 1 if the agent reached a goal, else 0.
  REACHED(
      "Reached",
      2,
      (trial, agent) -> agent.goals() > 0 ? 1 : trial.ending().ended() ? 0 : Double.NaN),
  /// The tick of the trial whose action reached the goal.
  REACHED_AT(
      wording("TrialMeasure.reached_at"),
      0,
      (trial, agent) ->
          agent.reachedAt() == AgentTrial.NEVER ? Double.NaN : agent.reachedAt() - trial.start()),
  /// Sum of rewards.
  RETURN("Return", 2, (_, agent) -> agent.earned()),
  /// The number of vehicle collisions that began.
  COLLISIONS("Collisions", 0, (_, agent) -> agent.collisions()),
  /// The number of times the agent left the road.
  OFFROAD(wording("TrialMeasure.off_road"), 0, (_, agent) -> agent.offroad()),
  /// The number of ticks off the map.
  LIMBO(wording("TrialMeasure.limbo_ticks"), 0, (_, agent) -> agent.limboTicks()),
  /// The number of ticks of the trial.
  LENGTH("Length", 0, (trial, _) -> trial.ticks());

  private final String title;
  private final int decimals;
  private final ToDoubleBiFunction<Trial, AgentTrial> value;

  TrialMeasure(String title, int decimals, ToDoubleBiFunction<Trial, AgentTrial> value) {
    this.title = title;
    this.decimals = decimals;
    this.value = value;
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
    if (this == SCORE && open) {
      return wording("TrialMeasure.cut_off");
    }
    if (Double.isNaN(number)) {
      return NumberWords.NONE;
    }
    String text =
        this == REACHED ? number > 0 ? "yes" : "no" : NumberWords.decimals(number, decimals);
    return open ? text + " …" : text;
  }

  /// A mean as text.
  public static String words(double mean) {
    return NumberWords.score(mean);
  }
}
