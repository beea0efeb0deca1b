package dev.hindsight.inspector.mask;

import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;

/// How much weight queries on the map put on ticks in limbo: exactly 0 for a correct policy.
public final class LimboLeak {
  private LimboLeak() {}

  /// The leak of each query of a stretch; NaN if a weight is NaN, 0 if the query itself is in
  /// limbo.
  public static float[] of(AttentionTrace trace, EpisodeFlags episodeFlags, int layer, int head) {
    int ticks = trace.span().ticks();
    int first = trace.span().from();
    float[] plane = trace.plane(layer, head);
    float[] leak = new float[ticks];
    for (int query = 0; query < ticks; query++) {
      if (!episodeFlags.live(first + query)) {
        continue;
      }
      double sum = 0;
      int offset = trace.offset(query);
      int earlier = Math.min(trace.slots(query), query);
      for (int slot = 0; slot < earlier; slot++) {
        if (!episodeFlags.live(first + slot)) {
          sum += plane[offset + slot];
        }
      }
      leak[query] = (float) sum;
    }
    return leak;
  }
}
