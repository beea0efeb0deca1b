package dev.hindsight.inspector.advantage;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;

/// The critic's values and the actual discounted returns of an agent, under the rule that its
/// policy was trained with. The arrays must not change afterwards.
///
/// @param values `[T]`; NaN in limbo and where no value was recorded
/// @param returns `[T]`; NaN in limbo, and where the recording ends too early
public record ValueErrors(float[] values, float[] returns) {
  /// Whether the returns are unknown because agents have discounts of their own, which the
  /// recording does not hold.
  public static boolean lackDiscounts(Rollout rollout) {
    return OwnDiscounts.of(rollout).filter(own -> !own.recorded()).isPresent();
  }

  /// Reads a whole recording: for a background thread.
  public static ValueErrors of(
      Rollout rollout, int agent, Progress progress, Cancellation cancellation) {
    AgentSteps steps = AgentSteps.read(rollout, agent, progress, cancellation);
    AdvantageTrace trace = AdvantageTrace.of(steps, AdvantageRules.of(rollout).of(agent).rule());
    float[] values = new float[steps.ticks()];
    for (int tick = 0; tick < values.length; tick++) {
      values[tick] = trace.inLimbo(tick) ? Float.NaN : steps.steps().value[tick];
    }
    return new ValueErrors(values, trace.returns());
  }
}
