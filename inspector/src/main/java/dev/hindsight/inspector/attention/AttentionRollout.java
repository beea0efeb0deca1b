package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.attention.AttentionTrace;

/// Attention rollout through all layers, back to the observations: Abnar and Zuidema, "Quantifying
/// Attention Flow in Transformers", 2020. Averages a layer's heads and counts the residual as half:
/// `R = prod over layers of (A + I) / 2`, the last layer first.
public final class AttentionRollout {
  private AttentionRollout() {}

  /// The row of one query. Costs `L H n^2 / 2`.
  ///
  /// @param query ticks since the stretch began
  /// @return `[query + 1]`, by slot; sums to 1 if all rows do and no query attends to later slots
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

  /// All rows of a stretch, in the order of [AttentionTrace#plane]. Costs `L n^3 / 6`: for a
  /// background thread. Slots after the query are ignored.
  public static float[] plane(AttentionTrace trace) {
    int ticks = trace.span().ticks();
    int[] triangle = AttentionTrace.triangle(ticks);
    float[] flow = mixed(trace, 0, triangle);
    for (int layer = 1; layer < trace.layers(); layer++) {
      flow = product(mixed(trace, layer, triangle), flow, triangle);
    }
    float[] plane = new float[trace.offset(ticks)];
    for (int query = 0; query < ticks; query++) {
      int slots = Math.min(query + 1, trace.slots(query));
      System.arraycopy(flow, triangle[query], plane, trace.offset(query), slots);
    }
    return plane;
  }

  /// Half the mean of a layer's heads plus half the identity.
  private static float[] mixed(AttentionTrace trace, int layer, int[] triangle) {
    int ticks = trace.span().ticks();
    float[] mixed = new float[triangle[ticks]];
    for (int query = 0; query < ticks; query++) {
      int slots = Math.min(query + 1, trace.slots(query));
      for (int head = 0; head < trace.heads(); head++) {
        for (int slot = 0; slot < slots; slot++) {
          mixed[triangle[query] + slot] +=
              trace.plane(layer, head)[trace.offset(query) + slot] / (2 * trace.heads());
        }
      }
      mixed[triangle[query] + query] += 0.5f;
    }
    return mixed;
  }

  /// The product of two lower triangular matrices.
  private static float[] product(float[] later, float[] earlier, int[] triangle) {
    float[] product = new float[later.length];
    for (int query = 0; query < triangle.length - 1; query++) {
      for (int via = 0; via <= query; via++) {
        float part = later[triangle[query] + via];
        if (part != 0) {
          for (int slot = 0; slot <= via; slot++) {
            product[triangle[query] + slot] += part * earlier[triangle[via] + slot];
          }
        }
      }
    }
    return product;
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
