package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.Cut;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.MaskForm;
import dev.hindsight.trainer.attention.MemoryLayout;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.Passage;
import dev.hindsight.trainer.attention.Recall;
import dev.hindsight.trainer.learn.net.BoundWeights;
import dev.hindsight.trainer.learn.net.Heads;
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
  public AttentionTrace look(Span span, float[] observation, Passage passage, MemoryRules rules) {
    return look(span, observation, passage, rules, List.of());
  }

  @Override
  public AttentionTrace look(
      Span span, float[] observation, Passage passage, MemoryRules rules, List<Cut> cuts) {
    TraceGathering gathering = new TraceGathering(span, spec);
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      Lesion lesion =
          CutLesion.of(manager, spec, cuts, span.ticks(), (_, place) -> place, Lesion.Order.HEADS);
      TrainingForward forward = new TrainingForward(network, manager, gathering, lesion);
      Heads heads =
          forward.run(bound.encoding(), bound.weights(), batch(span, observation, passage, rules));
      return gathering.trace(heads.logits().toFloatArray(), heads.values().toFloatArray());
    }
  }

  @Override
  public Recall recall(Span span, float[] observation, Passage passage, MemoryRules rules) {
    RecallGathering gathering = new RecallGathering(spec, manager.newSubManager());
    BitSet hidden = new BitSet();
    BitSet live = new BitSet();
    for (int place = 0; place < span.ticks(); place++) {
      boolean limbo = !passage.live(span.from() + place);
      hidden.set(place, limbo && rules.limbo() == MemoryRules.Limbo.CLOSED);
      live.set(place, !limbo);
    }
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      new TrainingForward(network, manager, gathering, Lesion.NONE)
          .run(bound.encoding(), bound.weights(), batch(span, observation, passage, rules));
    }
    return new TransformerRecall(network, bound.weights(), span, hidden, live, gathering);
  }

  private SegmentBatch batch(Span span, float[] observation, Passage passage, MemoryRules rules) {
    MemoryLayout layout = MemoryLayout.ofStretch(rules, passage, span, spec.horizon());
    return SegmentBatch.of(manager, observation, layout);
  }

  @Override
  public MaskForm acting() {
    return (passage, segment) -> SlotHistory.open(passage, spec.horizon(), segment);
  }

  @Override
  public MaskForm learning() {
    return (passage, segment) -> {
      Passage part = passage.part(segment);
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
