package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.MaskForm;
import dev.hindsight.trainer.attention.MemoryLayout;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.attention.QueryRecomputation;
import dev.hindsight.trainer.learn.net.BoundWeights;
import dev.hindsight.trainer.learn.net.GaussianHead;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.rollout.Span;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Computes the attention of a transformer. It computes a span at once with the code used to learn,
/// so that agreement with the recording, which the code used to act made tick by tick, tests both.
public final class TransformerIntrospection implements Introspection {
  private final NDManager manager;
  private final TransformerNetwork network;
  private final ActionSpace space;
  private final TransformerSpec spec;
  private final WeightVector vector;
  private final BoundWeights bound;

  /// @param manager closed with this
  /// @param tensors the weights by name
  public TransformerIntrospection(
      NDManager manager,
      TransformerNetwork network,
      Map<String, Tensor> tensors,
      ActionSpace space) {
    this.space = space;
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
      float[] logits = logitsAndValues.logits().toFloatArray();
      GaussianHead.apply(space, logits);
      return gathering.trace(logits, logitsAndValues.values().toFloatArray());
    }
  }

  @Override
  public QueryRecomputation recall(
      Span span, float[] observation, EpisodeFlags episodeFlags, MemoryRules rules) {
    QueryRecomputationProbe gathering = new QueryRecomputationProbe(spec, manager.newSubManager());
    BitSet hidden = new BitSet();
    BitSet live = new BitSet();
    for (int place = 0; place < span.ticks(); place++) {
      boolean limbo = !episodeFlags.live(span.from() + place);
      hidden.set(place, limbo && rules.limbo() == MemoryRules.LimboRule.CLOSED);
      live.set(place, !limbo);
    }
    Optional<NDArray> criticOnly;
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      SegmentBatch batch = batch(span, observation, episodeFlags, rules);
      new TrainingForward(network, manager, gathering, AttentionIntervention.NONE)
          .run(bound.encoding(), bound.weights(), batch);
      criticOnly = network.criticOnly(batch.observation()).map(gathering::kept);
    }
    return new TransformerQueryRecomputation(
        network, space, bound.weights(), span, hidden, live, gathering, criticOnly);
  }

  private SegmentBatch batch(
      Span span, float[] observation, EpisodeFlags episodeFlags, MemoryRules rules) {
    MemoryLayout layout = MemoryLayout.ofStretch(rules, episodeFlags, span, spec.horizon());
    return SegmentBatch.of(manager, observation, layout);
  }

  @Override
  public MaskForm acting() {
    return (episodeFlags, segment) -> openTicks(episodeFlags, spec.horizon(), segment);
  }

  @Override
  public MaskForm learning() {
    return (episodeFlags, segment) -> {
      EpisodeFlags part = episodeFlags.part(segment);
      int ticks = part.ticks();
      try (NDScope scope = new NDScope()) {
        scope.suppressNotUsedWarning();
        SegmentBatch batch =
            SegmentBatch.of(manager, 1, ticks, new float[ticks], part.ended(), part.removed());
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

  /// Keeps intermediate results of a forward pass over one row: the weights up to the diagonal
  /// (there are no others) and the lengths of keys.
  private static final class AttentionTraceProbe implements Probe {
    private final Span span;
    private final int heads;
    private final int[] offsets;
    private final float[][] weights;
    private final float[][] keyNorms;

    AttentionTraceProbe(Span span, TransformerSpec spec) {
      this.span = span;
      this.heads = spec.heads();
      this.offsets = AttentionTrace.triangle(span.ticks());
      this.weights = new float[spec.layers() * heads][];
      this.keyNorms = new float[spec.layers() * heads][];
    }

    @Override
    public void see(ProbedArray probedArray, int layer, NDArray array) {
      switch (probedArray) {
        case ATTENTION -> weights(layer, array.toFloatArray());
        case KEYS -> norms(layer, array.square().sum(new int[] {3}).sqrt().toFloatArray());
        case VALUES, OUTPUTS, RESIDUAL -> {}
      }
    }

    /// @param all `[1, H, n, n]`
    private void weights(int layer, float[] all) {
      int n = span.ticks();
      for (int head = 0; head < heads; head++) {
        float[] plane = new float[offsets[n]];
        for (int query = 0; query < n; query++) {
          System.arraycopy(all, (head * n + query) * n, plane, offsets[query], query + 1);
        }
        weights[layer * heads + head] = plane;
      }
    }

    /// @param all `[1, H, n]`
    private void norms(int layer, float[] all) {
      int n = span.ticks();
      for (int head = 0; head < heads; head++) {
        keyNorms[layer * heads + head] = Arrays.copyOfRange(all, head * n, (head + 1) * n);
      }
    }

    AttentionTrace trace(float[] logits, float[] values) {
      return new AttentionTrace(span, heads, offsets, weights, keyNorms, logits, values);
    }
  }

  /// The ticks in the slots that are open to each query, found by running the cache's mask through
  /// all ticks.
  ///
  /// @param horizon S
  /// @param queries ticks to return; earlier ones are run through too
  private static List<BitSet> openTicks(EpisodeFlags episodeFlags, int horizon, Span queries) {
    FloatBuffer mask = FloatBuffer.allocate(horizon);
    SlotWindow window = new SlotWindow(1, horizon, mask);
    int[] written = new int[horizon];
    byte[] removed = new byte[1];
    List<BitSet> all = new ArrayList<>();
    for (int tick = 0; tick < queries.to(); tick++) {
      if (tick > 0 && episodeFlags.ended()[tick - 1] != 0) {
        window.forget(0);
      }
      window.open();
      written[window.slot()] = tick;
      if (queries.holds(tick)) {
        BitSet open = new BitSet();
        for (int slot = 0; slot < horizon; slot++) {
          if (mask.get(slot) == 0) {
            open.set(written[slot]);
          }
        }
        all.add(open);
      }
      removed[0] = episodeFlags.removed()[tick];
      window.shut(removed);
    }
    return all;
  }
}
