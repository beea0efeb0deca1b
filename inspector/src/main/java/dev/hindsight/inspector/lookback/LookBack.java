package dev.hindsight.inspector.lookback;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AttentionRollout;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EntropyTerm;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// How one query attends to earlier ticks. Immutable, for any thread.
///
/// @param query its tick in the recording
/// @param trials parts of the stretch up to the query, one for each trial
/// @param rows every head of every layer, each layer's mean, and attention rollout
public record LookBack(int query, List<TrialSpan> trials, List<WeightRow> rows) {
  /// Copies the lists.
  public LookBack {
    trials = List.copyOf(trials);
    rows = List.copyOf(rows);
  }

  /// The ticks of a trial that a query can attend to.
  ///
  /// @param trial trial number, from 0
  public record TrialSpan(int trial, Span ticks) {}

  /// One set of weights on earlier ticks.
  ///
  /// @param name `layer 1 head 2`, counted from 1
  /// @param weights by slot, from the stretch's first tick; read-only
  /// @param first that tick
  public record WeightRow(String name, float[] weights, int first) {
    /// Weight on a span of ticks.
    public double mass(Span ticks) {
      double sum = 0;
      int to = Math.min(weights.length, ticks.to() - first);
      for (int slot = Math.max(0, ticks.from() - first); slot < to; slot++) {
        sum += weights[slot];
      }
      return sum;
    }

    /// `- sum of w ln w`, nats: 0 if all weight is on one tick, ln of their number if it is spread
    /// evenly.
    public double entropy() {
      double sum = 0;
      for (float weight : weights) {
        sum += EntropyTerm.of(weight);
      }
      return Math.max(0, sum);
    }

    /// The ticks with the most weight, heaviest first; of equals the earlier first.
    public List<WeightedTick> heaviest(int count) {
      return IntStream.range(0, weights.length)
          .filter(slot -> weights[slot] > 0)
          .mapToObj(slot -> new WeightedTick(first + slot, weights[slot]))
          .sorted(
              Comparator.comparingDouble((WeightedTick weightedTick) -> -weightedTick.weight())
                  .thenComparingInt(WeightedTick::tick))
          .limit(count)
          .toList();
    }
  }

  /// A tick with the weight on it.
  ///
  /// @param tick in the recording
  /// @param weight on it
  public record WeightedTick(int tick, float weight) {}

  /// Reads one query of a trace.
  public static LookBack of(AttentionTrace trace, TrialIndex trials, int query) {
    int at = query - trace.span().from();
    int first = trace.span().from();
    List<WeightRow> rows = new ArrayList<>();
    for (int layer = 0; layer < trace.layers(); layer++) {
      float[] mean = new float[trace.slots(at)];
      for (int head = 0; head < trace.heads(); head++) {
        float[] weights = new float[trace.slots(at)];
        System.arraycopy(trace.plane(layer, head), trace.offset(at), weights, 0, weights.length);
        rows.add(
            new WeightRow(
                wording("LookBack.layer_head").formatted(layer + 1, head + 1), weights, first));
        for (int slot = 0; slot < mean.length; slot++) {
          mean[slot] += weights[slot] / trace.heads();
        }
      }
      rows.add(new WeightRow(wording("LookBack.layer_mean").formatted(layer + 1), mean, first));
    }
    rows.add(
        new WeightRow(
            wording("LookBack.all_layers_rollout"), AttentionRollout.row(trace, at), first));
    return new LookBack(query, parts(trials, new Span(first, query + 1)), rows);
  }

  private static List<TrialSpan> parts(TrialIndex trials, Span seen) {
    List<TrialSpan> parts = new ArrayList<>();
    for (int stretch = trials.stretchAt(seen.from());
        stretch < trials.count() && trials.start(stretch) < seen.to();
        stretch++) {
      Span ticks =
          new Span(
              Math.max(seen.from(), trials.start(stretch)),
              Math.min(seen.to(), trials.end(stretch)));
      parts.add(new TrialSpan(trials.trial(stretch), ticks));
    }
    return parts;
  }

  /// The row with a name.
  public WeightRow row(String name) {
    return rows.stream()
        .filter(weightRow -> weightRow.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
