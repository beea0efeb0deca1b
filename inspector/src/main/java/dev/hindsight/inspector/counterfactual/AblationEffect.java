package dev.hindsight.inspector.counterfactual;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.MemoryContents;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.attention.QueryRecomputation;
import dev.hindsight.trainer.edit.EditWords;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The output of a query, and its output with something switched off at that tick only. Immutable;
/// do not write to the arrays.
///
/// @param tick in the recording
/// @param taken the recorded action
/// @param with logits `[n]` with everything on, without the illegal actions where policies take
///   only legal ones; or means and deviations of numbers
/// @param without the same with the ablation
/// @param slots number of visible slots that the ablation closed to the query
/// @param weight mean attention weight on these slots, over all heads of all layers
public record AblationEffect(
    int agent,
    int tick,
    Ablation ablation,
    TakenAction taken,
    float[] with,
    float[] without,
    double valueWith,
    double valueWithout,
    int slots,
    double weight) {
  /// Runs one query.
  static AblationEffect of(
      Rollout rollout,
      AttentionReading reading,
      QueryRecomputation queryRecomputation,
      int tick,
      Ablation ablation) {
    int query = tick - queryRecomputation.span().from();
    QueryAblation queryAblation = cut(rollout, reading, queryRecomputation, query, ablation);
    QueryRecomputation.Answers answers =
        queryRecomputation.recompute(query, List.of(QueryAblation.NONE, queryAblation));
    java.util.BitSet closed = queryRecomputation.open(query);
    closed.and(queryAblation.closed());
    double weight = 0;
    int planes = reading.trace().layers() * reading.trace().heads();
    for (int plane = 0; plane < planes; plane++) {
      for (int slot = closed.nextSetBit(0); slot >= 0; slot = closed.nextSetBit(slot + 1)) {
        int heads = reading.trace().heads();
        weight += reading.trace().weight(plane / heads, plane % heads, query, slot) / planes;
      }
    }
    return new AblationEffect(
        reading.agent(),
        tick,
        ablation,
        TakenAction.of(rollout, reading.agent(), tick),
        RecordedActionMask.applied(rollout, tick, reading.agent(), answers.logits()[0]),
        RecordedActionMask.applied(rollout, tick, reading.agent(), answers.logits()[1]),
        answers.values()[0],
        answers.values()[1],
        closed.cardinality(),
        weight);
  }

  /// The form an ablation takes for a query of a stretch.
  static QueryAblation cut(
      Rollout rollout,
      AttentionReading reading,
      QueryRecomputation queryRecomputation,
      int query,
      Ablation ablation) {
    MemoryContents memory =
        MemoryContents.of(queryRecomputation.span(), reading.passage(), rollout.trials());
    return ablation.forQuery(memory, query, means(queryRecomputation, ablation));
  }

  /// Mean outputs of the heads in an ablation, if it replaces them by means.
  static Map<Ablation.Head, float[]> means(
      QueryRecomputation queryRecomputation, Ablation ablation) {
    Map<Ablation.Head, float[]> means = new LinkedHashMap<>();
    if (ablation.fill() == Ablation.Fill.MEAN) {
      ablation.heads().forEach(head -> means.put(head, queryRecomputation.mean(head)));
    }
    return means;
  }

  /// The name of an action.
  public static String name(Rollout rollout, int action) {
    return EditWords.choice(new ForcedAction.Joint(action), rollout.manifest());
  }

  /// The name of the most probable action, or that there is none because a logit is NaN.
  public static String preferred(Rollout rollout, float[] logits) {
    return Categorical.preferred(logits)
        .map(action -> name(rollout, action))
        .orElseGet(() -> wording("AblationEffect.nothing_its_output_is_nan"));
  }

  /// A warning that the query's output with everything on differs from the recording
  /// ([RecordedOutput#warning]).
  public Optional<String> warning(Rollout rollout) {
    return RecordedOutput.warning(rollout, agent, tick, with);
  }

  /// Whether it could change nothing, because everything it names is masked anyway.
  public boolean idle() {
    return slots == 0 && ablation.heads().isEmpty();
  }

  /// The divergence of the policy without from the policy with, in nats.
  public double divergence() {
    return taken.divergence(with, without);
  }

  /// What the parts switched off contributed, by a measure.
  public double worth(CreditMeasure creditMeasure) {
    return creditMeasure.worth(with, valueWith, without, valueWithout, taken);
  }
}
