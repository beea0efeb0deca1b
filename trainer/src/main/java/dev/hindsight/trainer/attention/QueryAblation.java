package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.rollout.Span;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// What one query has to do without. Written by nobody but whoever made it, who may write its
/// places anew for the next query.
///
/// @param closed places in the agent's memory, 0 where it began; never the query's own
/// @param fill what takes the place of a closed slot's value
/// @param heads whose output is replaced, and by which `[d / H]`; an empty array stands for 0
public record QueryAblation(BitSet closed, Ablation.Fill fill, Map<Ablation.Head, float[]> heads) {
  /// It has everything.
  public static final QueryAblation NONE =
      new QueryAblation(new BitSet(), Ablation.Fill.ZERO, Map.of());

  /// Copies the map; the places stay those of whoever makes it.
  public QueryAblation {
    heads = Collections.unmodifiableMap(new LinkedHashMap<>(heads));
  }

  /// Closes some places.
  public static QueryAblation of(Span places, Ablation.Fill fill) {
    BitSet closed = new BitSet();
    closed.set(places.from(), places.to());
    return new QueryAblation(closed, fill, Map.of());
  }

  /// Whether it changes nothing for a query.
  ///
  /// @param open places the query may look at
  public boolean isIdleFor(BitSet open) {
    return heads.isEmpty() && !closed.intersects(open);
  }
}
