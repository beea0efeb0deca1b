package dev.hindsight.trainer.attention;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/// Computes an ablation for one agent, query by query. Hot loop: a query allocates only when the
/// memory is longer than ever before. One owner thread.
public final class AgentAblation {
  private final Ablation.Keys[] keys;
  private final BitSet closed = new BitSet();
  private final QueryAblation queryAblation;

  /// @param means `[d / H]` for each head it names; unused with [Ablation.Fill#ZERO]
  public AgentAblation(Ablation ablation, Map<Ablation.Head, float[]> means) {
    keys = ablation.keys().toArray(Ablation.Keys[]::new);
    Map<Ablation.Head, float[]> replaced = new LinkedHashMap<>();
    for (Ablation.Head head : ablation.heads()) {
      float[] mean =
          ablation.fill() == Ablation.Fill.MEAN
              ? means.getOrDefault(head, new float[0])
              : new float[0];
      if (ablation.fill() == Ablation.Fill.MEAN && mean.length == 0) {
        throw new IllegalArgumentException("the mean of " + head.words() + " is not known");
      }
      replaced.put(head, mean);
    }
    queryAblation = new QueryAblation(closed, ablation.fill(), replaced);
  }

  /// Its effect on a query.
  ///
  /// @param memory the agent's memory, including the query
  /// @param query place of the query
  /// @return the same object each time; the next call overwrites it
  public QueryAblation forQuery(MemoryContents memory, int query) {
    closed.clear();
    for (Ablation.Keys some : keys) {
      for (int place = 0; place < query; place++) {
        if (some.names(memory, place, query)) {
          closed.set(place);
        }
      }
    }
    return queryAblation;
  }
}
