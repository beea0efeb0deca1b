package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.parity.Outputs;
import java.util.function.IntPredicate;

/// Outputs put together from two sets of them.
final class MergedOutputs {
  private MergedOutputs() {}

  /// The second's where told, and the first's elsewhere.
  ///
  /// @param logits ticks at which the logits are the second's
  /// @param values ticks at which the value is
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
