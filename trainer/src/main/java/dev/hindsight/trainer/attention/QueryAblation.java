package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.rollout.Span;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// The ablation of one query. Only its creator may write to it, and may reuse its places for the
/// next query.
///
/// @param closed places in the agent's memory, from 0; never the query's own
/// @param fill what replaces the value of a closed slot
/// @param heads whose output is replaced, and by which `[d / H]`; an empty array stands for 0
public record QueryAblation(BitSet closed, Ablation.Fill fill, Map<Ablation.Head, float[]> heads) {
  /// Nothing is switched off.
  public static final QueryAblation NONE =
      new QueryAblation(new BitSet(), Ablation.Fill.ZERO, Map.of());

  /// Copies the map but shares `closed` with the caller.
  public QueryAblation {
    heads = Collections.unmodifiableMap(new LinkedHashMap<>(heads));
  }

  /// Closes a range of places.
  public static QueryAblation of(Span places, Ablation.Fill fill) {
    BitSet closed = new BitSet();
    closed.set(places.from(), places.to());
    return new QueryAblation(closed, fill, Map.of());
  }

  /// Whether it leaves a query unchanged.
  ///
  /// @param open places the query may look at
  public boolean isIdleFor(BitSet open) {
    return heads.isEmpty() && !closed.intersects(open);
  }
}
