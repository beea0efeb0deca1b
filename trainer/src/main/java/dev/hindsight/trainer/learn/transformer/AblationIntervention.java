package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.QueryAblation;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Ablations as arrays, one row per query. The arrays belong to the manager or to the surrounding
/// scope.
///
/// With o the open slots of a row, X the ablated ones among them and a the softmax weights over o:
/// zero gives the others `a_s / sum of a over o - X` by adding -inf to the scores of X; mean gives
/// the weight `sum of a over X` to the mean value of o: `a_s [s not in X] + (sum over X) / |o|`. A
/// head's output becomes `keep * output + replacement`.
final class AblationIntervention implements AttentionIntervention {
  private final Optional<NDArray> closed;
  private final Optional<NDArray> kept;
  private final Map<Integer, HeadCut> layers = new HashMap<>();

  /// @param keep `[H, R, 1]`
  /// @param replacement `[H, R, d / H]`
  private record HeadCut(NDArray keep, NDArray replacement) {}

  /// Maps places of a row's memory to slots.
  @FunctionalInterface
  interface Slots {
    /// The slot of a place.
    int of(int row, int place);
  }

  private AblationIntervention(Optional<NDArray> closed, Optional<NDArray> kept) {
    this.closed = closed;
    this.kept = kept;
  }

  /// @param cuts R
  /// @param width n, slots
  static AttentionIntervention of(
      NDManager manager,
      TransformerSpec spec,
      List<QueryAblation> cuts,
      int width,
      Slots slots,
      Order order) {
    if (!anything(cuts)) {
      return AttentionIntervention.NONE;
    }
    AblationIntervention lesion =
        new AblationIntervention(
            keys(manager, cuts, width, slots, Ablation.Fill.ZERO).map(all -> turned(all, order)),
            keys(manager, cuts, width, slots, Ablation.Fill.MEAN).map(all -> turned(all, order)));
    for (int layer = 0; layer < spec.layers(); layer++) {
      lesion.cutHeads(manager, spec, cuts, layer, order);
    }
    return lesion;
  }

  private static boolean anything(List<QueryAblation> cuts) {
    for (int i = 0; i < cuts.size(); i++) {
      if (!cuts.get(i).closed().isEmpty() || !cuts.get(i).heads().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static NDArray turned(NDArray array, Order order) {
    return switch (order) {
      case HEADS -> array;
      case ROWS -> array.transpose(1, 0, 2);
    };
  }

  /// What is added to scores or multiplied with weights: `[1, R, n]`.
  private static Optional<NDArray> keys(
      NDManager manager, List<QueryAblation> cuts, int width, Slots slots, Ablation.Fill fill) {
    boolean zero = fill == Ablation.Fill.ZERO;
    float[] all = new float[cuts.size() * width];
    Arrays.fill(all, zero ? 0 : 1);
    boolean any = false;
    for (int row = 0; row < cuts.size(); row++) {
      QueryAblation queryAblation = cuts.get(row);
      if (queryAblation.fill() == fill) {
        int of = row;
        queryAblation.closed().stream()
            .forEach(place ->
                all[of * width + slots.of(of, place)] = zero ? Float.NEGATIVE_INFINITY : 0);
        any |= !queryAblation.closed().isEmpty();
      }
    }
    return any
        ? Optional.of(manager.create(all, new Shape(1, cuts.size(), width)))
        : Optional.empty();
  }

  private void cutHeads(
      NDManager manager, TransformerSpec spec, List<QueryAblation> cuts, int layer, Order order) {
    int rows = cuts.size();
    int wide = spec.headWidth();
    float[] keep = new float[spec.heads() * rows];
    float[] replacement = new float[spec.heads() * rows * wide];
    Arrays.fill(keep, 1);
    boolean any = false;
    for (int row = 0; row < rows; row++) {
      for (Map.Entry<Ablation.Head, float[]> entry : cuts.get(row).heads().entrySet()) {
        Ablation.Head head = entry.getKey();
        if (head.layer() == layer) {
          int at = head.head() * rows + row;
          keep[at] = 0;
          float[] by = entry.getValue();
          System.arraycopy(by, 0, replacement, at * wide, by.length);
          any = true;
        }
      }
    }
    if (any) {
      layers.put(
          layer,
          new HeadCut(
              turned(manager.create(keep, new Shape(spec.heads(), rows, 1)), order),
              turned(manager.create(replacement, new Shape(spec.heads(), rows, wide)), order)));
    }
  }

  @Override
  public NDArray scores(NDArray scores) {
    return closed.map(scores::add).orElse(scores);
  }

  @Override
  public NDArray weights(NDArray weights, NDArray mask) {
    if (kept.isEmpty()) {
      return weights;
    }
    NDArray stays = weights.mul(kept.get());
    NDArray taken = weights.sub(stays).sum(new int[] {-1}, true);
    NDArray open = mask.exp();
    return stays.add(taken.mul(open.div(open.sum(new int[] {-1}, true))));
  }

  @Override
  public NDArray outputs(int layer, NDArray outputs) {
    HeadCut cut = layers.get(layer);
    return cut == null ? outputs : outputs.mul(cut.keep).add(cut.replacement);
  }
}
