package dev.hindsight.inspector.counterfactual;

import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.attention.QueryRecomputation;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The credit of every earlier moment for one query: the difference that leaving out this moment
/// alone makes. Immutable, for any thread; do not write to the arrays.
///
/// Credits need not add up to anything: if two moments hold the same information, leaving out
/// either one changes nothing.
///
/// A moment is a row of the recording: the observation before an action, and that action. The
/// result of the action is observed one row later, so a goal is found at one moment and seen at the
/// next; [MomentGrouping#RESULT] leaves out both together.
///
/// @param tick of the query
/// @param grouping how moments are grouped
/// @param groups the moments, in order
/// @param worths `[groups]` by measure
/// @param open `[groups]` the number of a group's slots that the query can see; with none (limbo)
///   the credit is exactly 0
public record MemoryCredit(
    int agent,
    int tick,
    MomentGrouping grouping,
    Ablation.Fill fill,
    List<Span> groups,
    Map<CreditMeasure, double[]> worths,
    int[] open) {
  /// The number of queries to run between two checks for cancellation.
  private static final int AT_ONCE = 120;

  /// Copies the collections.
  public MemoryCredit {
    groups = List.copyOf(groups);
    worths = Map.copyOf(worths);
  }

  /// Runs a query once for every moment before it.
  static MemoryCredit of(
      Rollout rollout,
      AttentionReading reading,
      QueryRecomputation queryRecomputation,
      int tick,
      MomentGrouping momentGrouping,
      Ablation.Fill fill,
      Cancellation cancellation) {
    Span past = new Span(queryRecomputation.span().from(), tick);
    List<Span> groups = momentGrouping.groups(past, tick, rollout, reading.agent());
    return new MemoryCredit(
        reading.agent(),
        tick,
        momentGrouping,
        fill,
        groups,
        worths(rollout, reading, queryRecomputation, tick, groups, fill, cancellation),
        open(queryRecomputation, tick - queryRecomputation.span().from(), groups));
  }

  /// Runs a query once without each of some groups of moments.
  ///
  /// @param groups in order, all before the query
  /// @return `[groups]` by measure
  static Map<CreditMeasure, double[]> worths(
      Rollout rollout,
      AttentionReading reading,
      QueryRecomputation queryRecomputation,
      int tick,
      List<Span> groups,
      Ablation.Fill fill,
      Cancellation cancellation) {
    Span stretch = queryRecomputation.span();
    int query = tick - stretch.from();
    Map<CreditMeasure, double[]> worths = new EnumMap<>(CreditMeasure.class);
    for (CreditMeasure creditMeasure : CreditMeasure.values()) {
      worths.put(creditMeasure, new double[groups.size()]);
    }
    TakenAction taken = TakenAction.of(rollout, reading.agent(), tick);
    for (int from = 0; from < groups.size(); from += AT_ONCE) {
      cancellation.throwIfCancelled();
      int to = Math.min(groups.size(), from + AT_ONCE);
      List<QueryAblation> cuts = new ArrayList<>(List.of(QueryAblation.NONE));
      for (Span group : groups.subList(from, to)) {
        cuts.add(
            QueryAblation.of(
                new Span(group.from() - stretch.from(), group.to() - stretch.from()), fill));
      }
      QueryRecomputation.Answers answers = queryRecomputation.recompute(query, cuts);
      float[] whole =
          RecordedActionMask.applied(rollout, tick, reading.agent(), answers.logits()[0]);
      for (int i = 1; i < cuts.size(); i++) {
        float[] cut =
            RecordedActionMask.applied(rollout, tick, reading.agent(), answers.logits()[i]);
        for (Map.Entry<CreditMeasure, double[]> each : worths.entrySet()) {
          each.getValue()[from + i - 1] =
              each.getKey().worth(whole, answers.values()[0], cut, answers.values()[i], taken);
        }
      }
    }
    return worths;
  }

  private static int[] open(QueryRecomputation queryRecomputation, int query, List<Span> groups) {
    java.util.BitSet seen = queryRecomputation.open(query);
    int first = queryRecomputation.span().from();
    int[] open = new int[groups.size()];
    for (int i = 0; i < open.length; i++) {
      Span group = groups.get(i);
      open[i] = seen.get(group.from() - first, group.to() - first).cardinality();
    }
    return open;
  }

  /// The credit of each group, `[groups]`; read-only.
  public double[] worth(CreditMeasure creditMeasure) {
    return worths.getOrDefault(creditMeasure, new double[0]);
  }

  /// The group with the most credit, the earlier of equals; -1 if none has any.
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

  /// The group that contains a tick; -1 if none does.
  public int groupAt(int at) {
    for (int i = 0; i < groups.size(); i++) {
      if (groups.get(i).holds(at)) {
        return i;
      }
    }
    return -1;
  }
}
