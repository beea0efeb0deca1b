package dev.hindsight.inspector.counterfactual;

import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.attention.QueryReplay;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What every earlier moment was worth to one query: the difference it makes to leave that moment
/// out, and it alone. Immutable, for any thread; arrays are not to be written.
///
/// Worths need not add up to anything: of two moments that tell the same, each alone is worth
/// nothing.
///
/// A moment is a row of the recording: what was seen before an action, and that action. What the
/// action brought is seen one row later, so a goal is found at one moment and seen at the next;
/// [MomentGrouping#RESULT] leaves both out together, as one answer.
///
/// @param tick of the query
/// @param grouping how finely they are told apart
/// @param groups the moments, in order
/// @param worths `[groups]` by measure
/// @param open `[groups]` how many of a group's slots the query may look at; of those with none
///   (limbo) the worth is exactly 0
public record MemoryCredit(
    int agent,
    int tick,
    MomentGrouping grouping,
    Ablation.Fill fill,
    List<Span> groups,
    Map<CreditMeasure, double[]> worths,
    int[] open) {
  /// Cuts asked at once, between two looks whether somebody still wants to know.
  private static final int AT_ONCE = 120;

  /// Copies the collections.
  public MemoryCredit {
    groups = List.copyOf(groups);
    worths = Map.copyOf(worths);
  }

  /// Asks a query once for every moment before it.
  static MemoryCredit of(
      Rollout rollout,
      AttentionReading reading,
      QueryReplay queryReplay,
      int tick,
      MomentGrouping momentGrouping,
      Ablation.Fill fill,
      Cancellation cancellation) {
    Span stretch = queryReplay.span();
    int query = tick - stretch.from();
    List<Span> groups =
        momentGrouping.groups(new Span(stretch.from(), tick), tick, rollout, reading.agent());
    Map<CreditMeasure, double[]> worths = new EnumMap<>(CreditMeasure.class);
    for (CreditMeasure creditMeasure : CreditMeasure.values()) {
      worths.put(creditMeasure, new double[groups.size()]);
    }
    int taken = AblationEffect.taken(rollout, reading.agent(), tick);
    for (int from = 0; from < groups.size(); from += AT_ONCE) {
      cancellation.throwIfCancelled();
      int to = Math.min(groups.size(), from + AT_ONCE);
      List<QueryAblation> cuts = new ArrayList<>(List.of(QueryAblation.NONE));
      for (Span group : groups.subList(from, to)) {
        cuts.add(
            QueryAblation.of(
                new Span(group.from() - stretch.from(), group.to() - stretch.from()), fill));
      }
      QueryReplay.Answers answers = queryReplay.replay(query, cuts);
      for (int i = 1; i < cuts.size(); i++) {
        for (Map.Entry<CreditMeasure, double[]> each : worths.entrySet()) {
          each.getValue()[from + i - 1] =
              each.getKey()
                  .worth(
                      answers.logits()[0],
                      answers.values()[0],
                      answers.logits()[i],
                      answers.values()[i],
                      taken);
        }
      }
    }
    return new MemoryCredit(
        reading.agent(),
        tick,
        momentGrouping,
        fill,
        groups,
        worths,
        open(queryReplay, query, groups));
  }

  private static int[] open(QueryReplay queryReplay, int query, List<Span> groups) {
    java.util.BitSet seen = queryReplay.open(query);
    int first = queryReplay.span().from();
    int[] open = new int[groups.size()];
    for (int i = 0; i < open.length; i++) {
      Span group = groups.get(i);
      open[i] = seen.get(group.from() - first, group.to() - first).cardinality();
    }
    return open;
  }

  /// What each group was worth, `[groups]`; not to be written.
  public double[] worth(CreditMeasure creditMeasure) {
    return worths.getOrDefault(creditMeasure, new double[0]);
  }

  /// The group that was worth most, the earlier of equals; -1 where nothing was worth anything.
  public int best(CreditMeasure creditMeasure) {
    double[] worth = worth(creditMeasure);
    int best = -1;
    for (int i = 0; i < worth.length; i++) {
      if (worth[i] > (best < 0 ? 0 : worth[best])) {
        best = i;
      }
    }
    return best;
  }

  /// The group a tick is in; -1 where it is in none.
  public int groupAt(int at) {
    for (int i = 0; i < groups.size(); i++) {
      if (groups.get(i).holds(at)) {
        return i;
      }
    }
    return -1;
  }
}
