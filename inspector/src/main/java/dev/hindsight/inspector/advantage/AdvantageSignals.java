package dev.hindsight.inspector.advantage;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.condition.AgentColumns;
import dev.hindsight.trainer.condition.Signal;
import dev.hindsight.trainer.condition.SignalSource;
import dev.hindsight.trainer.condition.SignalSpec;
import dev.hindsight.trainer.condition.SignalSpec.Kind;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.List;
import java.util.Map;

/// Signals for the result of an action: `ret`, `advantage`, `td_error`, and `sd`, the standard
/// deviation of values from returns. Uses the rule the policy was trained with if its checkpoint is
/// found and says it, else training's default, with the discounts that agents have of their own;
/// NaN in limbo, and if the recording ends too early.
public final class AdvantageSignals implements SignalSource {
  private static final String REWARDS = wording("AdvantageSignals.the_recording_has_no_rewards");
  private static final String VALUES = wording("AdvantageSignals.the_recording_has_no_values");
  private static final String DISCOUNTS =
      wording("AdvantageSignals.the_recording_has_no_discounts");
  private static final String RULE = wording("AdvantageSignals.by_the_rule_its_checkpoint_was");

  @Override
  public List<SignalSpec> offers(Rollout rollout) {
    if (!holds(rollout, "reward") || ValueErrors.lackDiscounts(rollout)) {
      return List.of();
    }
    SignalSpec gained =
        SignalSpec.ofAgent(
            "ret", Kind.REAL, wording("AdvantageSignals.actual_discounted_return", RULE));
    return holds(rollout, "value")
        ? List.of(
            gained,
            SignalSpec.ofTick(
                "sd", Kind.REAL, wording("AdvantageSignals.standard_deviation_of_value_ret", RULE)),
            SignalSpec.ofAgent(
                "advantage",
                Kind.REAL,
                wording("AdvantageSignals.how_much_better_the_outcome_was", RULE)),
            SignalSpec.ofAgent(
                "td_error",
                Kind.REAL,
                wording("AdvantageSignals.how_much_better_one_step_was", RULE)))
        : List.of(gained);
  }

  @Override
  public Map<String, String> lacking(Rollout rollout) {
    String why =
        !holds(rollout, "reward")
            ? REWARDS
            : ValueErrors.lackDiscounts(rollout) ? DISCOUNTS : VALUES;
    return Map.of("ret", why, "sd", why, "advantage", why, "td_error", why);
  }

  private static boolean holds(Rollout rollout, String name) {
    return AgentColumn.of(rollout, name).isPresent();
  }

  @Override
  public Signal open(Rollout rollout, String name, Cancellation cancellation) {
    int agents = rollout.manifest().agents();
    AdvantageRules rules = AdvantageRules.of(rollout);
    return switch (name) {
      case "ret" ->
          new AgentColumns(
              name, agents, agent -> trace(rollout, rules, agent, cancellation).returns());
      case "advantage" ->
          new AgentColumns(
              name,
              agents,
              agent ->
                  column(trace(rollout, rules, agent, cancellation), AdvantageTrace::advantage));
      case "td_error" ->
          new AgentColumns(
              name,
              agents,
              agent -> column(trace(rollout, rules, agent, cancellation), AdvantageTrace::delta));
      case "sd" -> {
        double deviation = deviation(rollout, rules, cancellation);
        yield (_, _, _) -> deviation;
      }
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static AdvantageTrace trace(
      Rollout rollout, AdvantageRules rules, int agent, Cancellation cancellation) {
    return AdvantageTrace.of(
        AgentSteps.read(rollout, agent, Progress.SILENT, cancellation), rules.of(agent).rule());
  }

  /// Reads a number of a trace at a tick.
  private interface OfTick {
    double at(AdvantageTrace trace, int tick);
  }

  private static float[] column(AdvantageTrace trace, OfTick number) {
    float[] column = new float[trace.ticks()];
    for (int tick = 0; tick < column.length; tick++) {
      column[tick] = trace.inLimbo(tick) ? Float.NaN : (float) number.at(trace, tick);
    }
    return column;
  }

  /// The root mean squared deviation from the mean, over all ticks of all agents with both numbers.
  private static double deviation(
      Rollout rollout, AdvantageRules rules, Cancellation cancellation) {
    double sum = 0;
    double squares = 0;
    long count = 0;
    for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
      AgentSteps steps = AgentSteps.read(rollout, agent, Progress.SILENT, cancellation);
      float[] returns = AdvantageTrace.of(steps, rules.of(agent).rule()).returns();
      for (int tick = 0; tick < returns.length; tick++) {
        double apart = steps.steps().value[tick] - returns[tick];
        if (Double.isFinite(apart)) {
          sum += apart;
          squares += apart * apart;
          count++;
        }
      }
    }
    double mean = sum / count;
    return count == 0 ? Double.NaN : Math.sqrt(Math.max(0, squares / count - mean * mean));
  }
}
