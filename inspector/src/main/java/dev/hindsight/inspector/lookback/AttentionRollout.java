package dev.hindsight.inspector.lookback;

import dev.hindsight.trainer.attention.AttentionTrace;

/// Attention followed through all layers, back to what was observed: Abnar and Zuidema,
/// "Quantifying Attention Flow in Transformers", 2020. A layer's heads are averaged and the
/// residual counts as a half: `R = prod over layers of (A + I) / 2`, the last layer first.
public final class AttentionRollout {
  private AttentionRollout() {}

  /// The row of one query. Costs `L H n^2 / 2`.
  ///
  /// @param query ticks since the stretch began
  /// @return `[query + 1]`, by slot; sums to 1 where all rows do and nobody looks beyond itself
  public static float[] row(AttentionTrace trace, int query) {
    double[] mass = new double[query + 1];
    mass[query] = 1;
    for (int layer = trace.layers() - 1; layer >= 0; layer--) {
      double[] next = new double[query + 1];
      for (int via = 0; via <= query; via++) {
        if (mass[via] != 0) {
          next[via] += mass[via] / 2;
          spread(trace, layer, via, mass[via] / 2, next);
        }
      }
      mass = next;
    }
    float[] row = new float[query + 1];
    for (int slot = 0; slot <= query; slot++) {
      row[slot] = (float) mass[slot];
    }
    return row;
  }

  private static void spread(AttentionTrace trace, int layer, int via, double mass, double[] next) {
    int offset = trace.offset(via);
    int slots = Math.min(trace.slots(via), via + 1);
    double each = mass / trace.heads();
    for (int head = 0; head < trace.heads(); head++) {
      float[] plane = trace.plane(layer, head);
      for (int slot = 0; slot < slots; slot++) {
        next[slot] += each * plane[offset + slot];
      }
    }
  }
}
