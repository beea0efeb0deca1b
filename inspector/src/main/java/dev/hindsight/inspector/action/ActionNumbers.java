package dev.hindsight.inspector.action;

import dev.hindsight.trainer.Gaussian;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.outcome.RecordedActionBound;
import dev.hindsight.trainer.rollout.Moment;
import java.util.Arrays;

/// The normal distribution of k numbers that the selected agent's policy output at one moment, and
/// the numbers that were drawn from it.
///
/// @param mean `[k]`, before the numbers are bounded; empty where none is recorded
/// @param deviation `[k]` standard deviations
/// @param action `[k]` in `[-1, 1]`; empty where none is recorded
/// @param entropy differential entropy of the action, nats, which may be negative; NaN without a
///   policy's output
record ActionNumbers(float[] mean, float[] deviation, float[] action, double entropy) {
  /// Without a policy's output.
  static final ActionNumbers NOTHING =
      new ActionNumbers(new float[0], new float[0], new float[0], Double.NaN);

  /// Reads the policy's output and the action at a moment.
  static ActionNumbers at(ActionSpace.Continuous space, Moment moment) {
    float[] output = moment.row("logits");
    float[] action = moment.row("action");
    int k = space.names().size();
    if (output.length != 2 * k) {
      return NOTHING;
    }
    RecordedActionBound bounds = new RecordedActionBound(moment.rollout());
    return new ActionNumbers(
        Arrays.copyOf(output, k),
        Arrays.copyOfRange(output, k, 2 * k),
        action.length == k ? action : new float[0],
        Gaussian.entropy(output, bounds.at(moment.tick(), moment.agent())));
  }

  /// k, or 0 without a policy's output.
  int count() {
    return mean.length;
  }
}
