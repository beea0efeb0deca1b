package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.attention.QueryRecomputation;
import dev.hindsight.trainer.learn.net.GaussianHead;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Repeats queries over kept keys and values: each row of a batch is the same query under another
/// ablation, and computes only its own tick.
///
/// Letters: R rows, H heads, n places up to the query, d width.
final class TransformerQueryRecomputation implements QueryRecomputation {
  /// Rows computed at once, so that masks and scores of a long span stay small.
  private static final int AT_ONCE = 128;

  private final TransformerNetwork network;
  private final ActionSpace space;
  private final TransformerSpec spec;
  private final NamedWeights namedWeights;
  private final Span span;
  private final BitSet hidden;
  private final BitSet live;
  private final QueryRecomputationProbe kept;
  private final Optional<NDArray> criticOnly;

  /// @param space of its actions
  /// @param hidden places that no later query sees
  /// @param live places outside limbo
  /// @param kept closed with this
  /// @param criticOnly `[n, c]`, what only the critic sees; of the manager of `kept`
  TransformerQueryRecomputation(
      TransformerNetwork network,
      ActionSpace space,
      NamedWeights namedWeights,
      Span span,
      BitSet hidden,
      BitSet live,
      QueryRecomputationProbe kept,
      Optional<NDArray> criticOnly) {
    this.network = network;
    this.space = space;
    this.spec = network.spec();
    this.namedWeights = namedWeights;
    this.span = span;
    this.hidden = hidden;
    this.live = live;
    this.kept = kept;
    this.criticOnly = criticOnly;
  }

  @Override
  public Span span() {
    return span;
  }

  @Override
  public BitSet open(int query) {
    BitSet open = new BitSet();
    open.set(0, query + 1);
    open.andNot(hidden);
    open.set(query);
    return open;
  }

  @Override
  public Answers recompute(int query, List<QueryAblation> cuts) {
    BitSet open = open(query);
    List<QueryAblation> distinct = new ArrayList<>(List.of(QueryAblation.NONE));
    int[] row = new int[cuts.size()];
    for (int i = 0; i < cuts.size(); i++) {
      if (!cuts.get(i).isIdleFor(open)) {
        row[i] = distinct.size();
        distinct.add(cuts.get(i));
      }
    }
    float[][] logits = new float[distinct.size()][];
    float[] values = new float[distinct.size()];
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      // Before the first block all rows are the same: full batches share what none has cut.
      Optional<Queries> full =
          distinct.size() < 2 * AT_ONCE ? Optional.empty() : Optional.of(first(query, AT_ONCE));
      for (int from = 0; from < distinct.size(); from += AT_ONCE) {
        int to = Math.min(distinct.size(), from + AT_ONCE);
        answer(
            query,
            open,
            distinct.subList(from, to),
            to - from == AT_ONCE ? full : Optional.empty(),
            logits,
            values,
            from);
      }
    }
    float[][] asked = new float[cuts.size()][];
    float[] valued = new float[cuts.size()];
    Arrays.setAll(asked, i -> logits[row[i]]);
    for (int i = 0; i < valued.length; i++) {
      valued[i] = values[row[i]];
    }
    return new Answers(asked, valued);
  }

  private void answer(
      int query,
      BitSet open,
      List<QueryAblation> cuts,
      Optional<Queries> first,
      float[][] logits,
      float[] values,
      int from) {
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      NDManager manager = kept.manager();
      int places = query + 1;
      float[] closed = new float[places];
      for (int place = 0; place < places; place++) {
        closed[place] = open.get(place) ? 0 : Float.NEGATIVE_INFINITY;
      }
      NDArray mask = manager.create(closed, new Shape(1, 1, places));
      AttentionIntervention attentionIntervention =
          AblationIntervention.of(
              manager, spec, cuts, places, (_, place) -> place, AttentionIntervention.Order.HEADS);
      // The ablation adds to scores as the mask does, 0 or -inf: together they need one pass.
      NDArray masks = attentionIntervention.scores(mask);
      Queries queries = first.orElseGet(() -> first(query, cuts.size()));
      NDArray residual = queries.residual();
      for (int index = 0; index < network.layers().size(); index++) {
        if (index > 0) {
          queries = queries(residual, index, query);
        }
        NDArray attended = attend(queries, masks, mask, attentionIntervention, index, query);
        residual = network.layers().get(index).absorb(residual, attended, namedWeights);
      }
      Optional<NDArray> own =
          criticOnly.map(numbers ->
              numbers.get(new NDIndex().addSliceDim(query, places)).repeat(0, cuts.size()));
      LogitsAndValues logitsAndValues = network.heads(residual, own, namedWeights);
      float[] all = logitsAndValues.logits().toFloatArray();
      GaussianHead.apply(space, all);
      float[] valued = logitsAndValues.values().toFloatArray();
      int actions = all.length / cuts.size();
      for (int i = 0; i < cuts.size(); i++) {
        logits[from + i] = Arrays.copyOfRange(all, i * actions, (i + 1) * actions);
        values[from + i] = valued[i];
      }
    }
  }

  /// Queries of a block before anything is closed.
  ///
  /// @param residual `[R, d]`
  /// @param scores `[H, R, n]`
  /// @param values `[H, R, d / H]`, of the queries' own places
  private record Queries(NDArray residual, NDArray scores, NDArray values) {}

  private Queries first(int query, int rows) {
    NDArray input = kept.input().get(new NDIndex().addSliceDim(query, query + 1));
    return queries(input.repeat(0, rows), 0, query);
  }

  private Queries queries(NDArray residual, int index, int query) {
    NDList parts = network.layers().get(index).project(residual, namedWeights).split(3, 1);
    NDArray queries = Layers.scaled(heads(parts.get(0)), spec.queryScale());
    // From the second block on, a query's own key and value differ by row, because their inputs do.
    NDArray own = queries.mul(heads(parts.get(1))).sum(new int[] {-1}, true);
    NDArray scores = own;
    if (query > 0) {
      NDArray past = queries.matMul(past(kept.keys(index), query).transpose(0, 2, 1));
      scores = NDArrays.concat(new NDList(past, own), 2);
    }
    return new Queries(residual, scores, heads(parts.get(2)));
  }

  /// @param masks `[1, R, n]` or `[1, 1, n]`: the mask and what the ablation adds to it
  /// @return `[R, d]`
  private NDArray attend(
      Queries queries,
      NDArray masks,
      NDArray mask,
      AttentionIntervention attentionIntervention,
      int index,
      int query) {
    NDArray attention =
        attentionIntervention.weights(queries.scores().add(masks).softmax(-1), mask);
    NDArray outputs = slots(attention, query, query + 1).mul(queries.values());
    if (query > 0) {
      outputs = outputs.add(slots(attention, 0, query).matMul(past(kept.values(index), query)));
    }
    return attentionIntervention
        .outputs(index, outputs)
        .transpose(1, 0, 2)
        .reshape(queries.residual().getShape().get(0), spec.width());
  }

  /// From `[R, d]` to `[H, R, d / H]`.
  private NDArray heads(NDArray side) {
    return side.reshape(-1, spec.heads(), spec.headWidth()).transpose(1, 0, 2);
  }

  private static NDArray past(NDArray kept, int query) {
    return kept.get(new NDIndex().addAllDim().addSliceDim(0, query).addAllDim());
  }

  private static NDArray slots(NDArray attention, int from, int to) {
    return attention.get(new NDIndex().addAllDim().addAllDim().addSliceDim(from, to));
  }

  @Override
  public float[] mean(Ablation.Head head) {
    float[] all = kept.outputs(head.layer());
    int wide = spec.headWidth();
    double[] sum = new double[wide];
    live.stream()
        .forEach(place -> {
          for (int i = 0; i < wide; i++) {
            sum[i] += all[place * spec.width() + head.head() * wide + i];
          }
        });
    float[] mean = new float[wide];
    for (int i = 0; i < wide; i++) {
      mean[i] = (float) (sum[i] / Math.max(1, live.cardinality()));
    }
    return mean;
  }

  @Override
  public long bytes() {
    return (1 + 3L * spec.layers()) * span.ticks() * spec.width() * Float.BYTES;
  }

  @Override
  public void close() {
    kept.close();
  }
}
