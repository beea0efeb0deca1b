package dev.hindsight.trainer.attention;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/// What is switched off for one agent, worked out for query after query. Hot loop: a query
/// allocates nothing once there has been a longer memory. One owner thread.
public final class AgentAblation {
  private final Ablation.Keys[] keys;
  private final BitSet closed = new BitSet();
  private final QueryAblation queryAblation;

  /// @param means of the heads that are named, `[d / H]` each; not looked at with
  ///   [Ablation.Fill#ZERO]
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

  /// What it means to a query.
  ///
  /// @param memory what the agent remembers, the query in it
  /// @param query place of the query
  /// @return always the same, written anew by the next call
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
