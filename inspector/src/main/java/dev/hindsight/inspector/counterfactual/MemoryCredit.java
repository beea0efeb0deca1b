package dev.hindsight.inspector.counterfactual;

import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.Cut;
import dev.hindsight.trainer.attention.Recall;
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
/// [Grouping#RESULT] leaves both out together, as one answer.
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
    Grouping grouping,
    Ablation.Fill fill,
    List<Span> groups,
    Map<Question, double[]> worths,
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
      Recall recall,
      int tick,
      Grouping grouping,
      Ablation.Fill fill,
      Cancellation cancellation) {
    Span stretch = recall.span();
    int query = tick - stretch.from();
    List<Span> groups =
        grouping.groups(new Span(stretch.from(), tick), tick, rollout, reading.agent());
    Map<Question, double[]> worths = new EnumMap<>(Question.class);
    for (Question question : Question.values()) {
      worths.put(question, new double[groups.size()]);
    }
    int taken = Effect.taken(rollout, reading.agent(), tick);
    for (int from = 0; from < groups.size(); from += AT_ONCE) {
      cancellation.throwIfCancelled();
      int to = Math.min(groups.size(), from + AT_ONCE);
      List<Cut> cuts = new ArrayList<>(List.of(Cut.NONE));
      for (Span group : groups.subList(from, to)) {
        cuts.add(
            Cut.of(new Span(group.from() - stretch.from(), group.to() - stretch.from()), fill));
      }
      Recall.Said said = recall.ask(query, cuts);
      for (int i = 1; i < cuts.size(); i++) {
        for (Map.Entry<Question, double[]> each : worths.entrySet()) {
          each.getValue()[from + i - 1] =
              each.getKey()
                  .worth(
                      said.logits()[0],
                      said.values()[0],
                      said.logits()[i],
                      said.values()[i],
                      taken);
        }
      }
    }
    return new MemoryCredit(
        reading.agent(), tick, grouping, fill, groups, worths, open(recall, query, groups));
  }

  private static int[] open(Recall recall, int query, List<Span> groups) {
    java.util.BitSet seen = recall.open(query);
    int first = recall.span().from();
    int[] open = new int[groups.size()];
    for (int i = 0; i < open.length; i++) {
      Span group = groups.get(i);
      open[i] = seen.get(group.from() - first, group.to() - first).cardinality();
    }
    return open;
  }

  /// What each group was worth, `[groups]`; not to be written.
  public double[] worth(Question question) {
    return worths.getOrDefault(question, new double[0]);
  }

  /// The group that was worth most, the earlier of equals; -1 where nothing was worth anything.
  public int best(Question question) {
    double[] worth = worth(question);
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
