package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.parity.Outputs;
import java.util.function.IntPredicate;

/// Combines two sets of outputs.
final class MergedOutputs {
  private MergedOutputs() {}

  /// The second set at some ticks, and the first elsewhere.
  ///
  /// @param logits ticks at which the logits come from the second
  /// @param values ticks at which the value comes from the second
  static Outputs merged(Outputs first, Outputs second, IntPredicate logits, IntPredicate values) {
    int n = first.actions();
    float[] allLogits = first.logits().clone();
    float[] allValues = first.values().clone();
    for (int t = 0; t < first.ticks(); t++) {
      if (logits.test(t)) {
        System.arraycopy(second.logits(), t * n, allLogits, t * n, n);
      }
      if (values.test(t)) {
        allValues[t] = second.values()[t];
      }
    }
    return new Outputs(allLogits, allValues);
  }
}
