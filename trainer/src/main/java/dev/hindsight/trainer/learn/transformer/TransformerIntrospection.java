package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.MaskForm;
import dev.hindsight.trainer.attention.MemoryLayout;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.attention.QueryReplay;
import dev.hindsight.trainer.learn.net.BoundWeights;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.rollout.Span;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The transformer opened to be looked into. A stretch is computed at once by the code it learns
/// with, so that agreement with what was recorded, which the code it acts with computed tick by
/// tick, says something about both.
public final class TransformerIntrospection implements Introspection {
  private final NDManager manager;
  private final TransformerNetwork network;
  private final TransformerSpec spec;
  private final WeightVector vector;
  private final BoundWeights bound;

  /// @param manager closed with this
  /// @param tensors the weights by name
  public TransformerIntrospection(
      NDManager manager, TransformerNetwork network, Map<String, Tensor> tensors) {
    this.manager = manager;
    this.network = network;
    this.spec = network.spec();
    this.vector =
        new WeightVector(manager, network.parameters(), network.parameters().gather(tensors));
    this.bound = new BoundWeights(vector, network.encoder());
  }

  @Override
  public int layers() {
    return spec.layers();
  }

  @Override
  public int heads() {
    return spec.heads();
  }

  @Override
  public int horizon() {
    return spec.horizon();
  }

  @Override
  public int actions() {
    return network.actions();
  }

  @Override
  public AttentionTrace look(
      Span span, float[] observation, EpisodeFlags episodeFlags, MemoryRules rules) {
    return look(span, observation, episodeFlags, rules, List.of());
  }

  @Override
  public AttentionTrace look(
      Span span,
      float[] observation,
      EpisodeFlags episodeFlags,
      MemoryRules rules,
      List<QueryAblation> cuts) {
    AttentionTraceProbe gathering = new AttentionTraceProbe(span, spec);
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      AttentionIntervention attentionIntervention =
          AblationIntervention.of(
              manager,
              spec,
              cuts,
              span.ticks(),
              (_, place) -> place,
              AttentionIntervention.Order.HEADS);
      TrainingForward forward =
          new TrainingForward(network, manager, gathering, attentionIntervention);
      LogitsAndValues logitsAndValues =
          forward.run(
              bound.encoding(), bound.weights(), batch(span, observation, episodeFlags, rules));
      return gathering.trace(
          logitsAndValues.logits().toFloatArray(), logitsAndValues.values().toFloatArray());
    }
  }

  @Override
  public QueryReplay recall(
      Span span, float[] observation, EpisodeFlags episodeFlags, MemoryRules rules) {
    QueryReplayProbe gathering = new QueryReplayProbe(spec, manager.newSubManager());
    BitSet hidden = new BitSet();
    BitSet live = new BitSet();
    for (int place = 0; place < span.ticks(); place++) {
      boolean limbo = !episodeFlags.live(span.from() + place);
      hidden.set(place, limbo && rules.limbo() == MemoryRules.LimboRule.CLOSED);
      live.set(place, !limbo);
    }
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      new TrainingForward(network, manager, gathering, AttentionIntervention.NONE)
          .run(bound.encoding(), bound.weights(), batch(span, observation, episodeFlags, rules));
    }
    return new TransformerQueryReplay(network, bound.weights(), span, hidden, live, gathering);
  }

  private SegmentBatch batch(
      Span span, float[] observation, EpisodeFlags episodeFlags, MemoryRules rules) {
    MemoryLayout layout = MemoryLayout.ofStretch(rules, episodeFlags, span, spec.horizon());
    return SegmentBatch.of(manager, observation, layout);
  }

  @Override
  public MaskForm acting() {
    return (episodeFlags, segment) -> SlotHistory.open(episodeFlags, spec.horizon(), segment);
  }

  @Override
  public MaskForm learning() {
    return (episodeFlags, segment) -> {
      EpisodeFlags part = episodeFlags.part(segment);
      int ticks = part.ticks();
      try (NDScope scope = new NDScope()) {
        scope.suppressNotUsedWarning();
        SegmentBatch batch =
            SegmentBatch.of(manager, 1, ticks, new float[ticks], part.terminal(), part.removed());
        float[] mask = AttentionMask.of(batch).toFloatArray();
        return IntStream.range(0, ticks).mapToObj(q -> open(mask, q, segment)).toList();
      }
    };
  }

  private static BitSet open(float[] mask, int query, Span segment) {
    BitSet open = new BitSet();
    for (int i = 0; i < segment.ticks(); i++) {
      open.set(segment.from() + i, mask[query * segment.ticks() + i] == 0);
    }
    return open;
  }

  @Override
  public void close() {
    bound.close();
    vector.close();
    manager.close();
  }
}
