package dev.hindsight.inspector.counterfactual;

import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.Gaussian;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.RecordedActionBound;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What an agent did at a tick of a recording, and how outputs of its policy for this tick are
/// read: as logits of joint actions, or as means and deviations of numbers. Do not write to the
/// array.
///
/// @param joint the recorded joint action; -1 if there is none
/// @param numbers `[k]` the recorded numbers, NaN if there are none; empty where actions are joint
///   ones
/// @param bound how the numbers were kept within their range
public record TakenAction(int joint, float[] numbers, ActionBound bound) {
  private static final int NONE = -1;

  /// What an agent did.
  public static TakenAction of(Rollout rollout, int agent, int tick) {
    int count = names(rollout.manifest()).size();
    if (count == 0) {
      int joint =
          AgentColumn.of(rollout, "action")
              .map(column -> (int) column.integer(tick, agent))
              .orElse(NONE);
      return new TakenAction(joint, new float[0], ActionBound.CLIPPED);
    }
    float[] numbers = new float[count];
    Arrays.fill(numbers, Float.NaN);
    Optional<AgentColumn> recorded = AgentColumn.of(rollout, "action", count);
    for (int i = 0; i < count && recorded.isPresent(); i++) {
      numbers[i] = (float) recorded.get().value(tick, agent, i);
    }
    return new TakenAction(NONE, numbers, new RecordedActionBound(rollout).at(tick, agent));
  }

  /// The names of the numbers of a recording's actions; empty where actions are joint ones.
  public static List<String> names(Manifest manifest) {
    return ActionManifest.numbers(manifest).map(ActionSpace.Continuous::names).orElse(List.of());
  }

  /// Whether actions are numbers.
  public boolean isOfNumbers() {
    return numbers.length > 0;
  }

  /// The logarithm of its probability under an output, or of its density, nats; NaN if nothing was
  /// recorded.
  public double logProbability(float[] output) {
    return isOfNumbers()
        ? Gaussian.logDensity(output, numbers, bound)
        : Categorical.logProbability(output, joint);
  }

  /// `KL(one || other)` of two outputs, nats.
  public double divergence(float[] one, float[] other) {
    return isOfNumbers() ? Gaussian.divergence(one, other) : Categorical.divergence(one, other);
  }

  /// The distribution of a number in words: `+0.250 ± 0.400`, behind a tanh `tanh(+0.250 ± 0.400)`.
  ///
  /// @param output `[2k]`
  /// @param number index
  public static String words(float[] output, int number, ActionBound bound) {
    String drawn =
        NumberWords.signed(output[number], 3)
            + " ± "
            + NumberWords.decimals(output[output.length / 2 + number], 3);
    return switch (bound) {
      case CLIPPED -> drawn;
      case TANH -> "tanh(" + drawn + ")";
    };
  }
}
