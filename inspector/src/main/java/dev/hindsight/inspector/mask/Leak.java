package dev.hindsight.inspector.mask;

import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.Passage;

/// How much weight queries on the map put on ticks in limbo: 0 for a right policy, exactly.
public final class Leak {
  private Leak() {}

  /// Per query of a stretch; NaN where a weight is, 0 where the query itself is in limbo.
  public static float[] of(AttentionTrace trace, Passage passage, int layer, int head) {
    int ticks = trace.span().ticks();
    int first = trace.span().from();
    float[] plane = trace.plane(layer, head);
    float[] leak = new float[ticks];
    for (int query = 0; query < ticks; query++) {
      if (!passage.live(first + query)) {
        continue;
      }
      double sum = 0;
      int offset = trace.offset(query);
      int earlier = Math.min(trace.slots(query), query);
      for (int slot = 0; slot < earlier; slot++) {
        if (!passage.live(first + slot)) {
          sum += plane[offset + slot];
        }
      }
      leak[query] = (float) sum;
    }
    return leak;
  }
}
