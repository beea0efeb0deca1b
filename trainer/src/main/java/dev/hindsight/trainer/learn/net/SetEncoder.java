package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Encodes a set of rows as one vector: Linear, LayerNorm, Linear for each row, then the maximum
/// over the rows, number by number.
///
/// There is no activation between the two linear layers, so everything except the norm's division
/// is one affine map. With x~ = (x, 1) and P subtracting the mean,
///
/// ```
/// y  = P (W1 x + b1) = C x~          s^2 = |y|^2 / h + eps = x~' Q x~ + eps
/// z  = (W2 diag(g) C x~) / s + (W2 beta + b2) = (A x~) / s + b
/// ```
///
/// A has the width of a row, not that of the hidden layer, which takes a tenth of the work. Only
/// the largest row gets a gradient; so learning first finds it without gradients, and then computes
/// it again alone.
///
/// @param name of `name.0` (Linear), `name.1` (LayerNorm) and `name.2` (Linear)
/// @param rows R, rows of the set
/// @param features F, numbers in a row
/// @param kinds K; the last number of a row is a kind, `0..K-1`, encoded one-hot; 0 if it is a
///   number like the others
/// @param width h, numbers of the encoding
public record SetEncoder(String name, int rows, int features, int kinds, int width) {
  private static final float NORM_EPSILON = 1e-5f;

  /// Rows processed together, so that intermediate results stay in the processor's cache.
  private static final int ROWS_AT_ONCE = 8192;

  /// Numbers of a row that the first layer takes.
  int inputs() {
    return kinds == 0 ? features : features - 1 + kinds;
  }

  /// m, numbers of a row besides its kind.
  int numbers() {
    return kinds == 0 ? features : features - 1;
  }

  /// Its first layer, in an observation where the set begins at an index.
  FirstLayer firstLayer(int from) {
    return new FirstLayer(name + ".0", inputs(), numbers(), from, rows, features);
  }

  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(Parameter.linear(name + ".0", inputs(), width, 1));
    all.addAll(Parameter.norm(name + ".1", width));
    all.addAll(Parameter.linear(name + ".2", width, width, 1));
    return all;
  }

  /// Computes the affine map and the quadratic form from the weights.
  Folded fold(NamedWeights namedWeights) {
    NDArray first =
        NDArrays.concat(
            new NDList(
                namedWeights.named(name + ".0.weight"),
                namedWeights.named(name + ".0.bias").reshape(width, 1)),
            1);
    NDArray centred = first.sub(first.mean(new int[] {0}, true));
    NDArray second = namedWeights.named(name + ".2.weight");
    NDArray scaled = centred.mul(namedWeights.named(name + ".1.weight").reshape(width, 1));
    return new Folded(
        this,
        second.matMul(scaled),
        Layers.scaled(centred.transpose().matMul(centred), 1.0 / width),
        Layers.linear(
            namedWeights.named(name + ".1.bias").reshape(1, width),
            second,
            namedWeights.named(name + ".2.bias")));
  }

  /// Rows with one-hot kinds and a 1 at the end, `[N, R, inputs + 1]`.
  ///
  /// @param set `[N, R, F]`
  NDArray extended(NDArray set) {
    NDManager manager = set.getManager();
    long count = set.getShape().get(0);
    NDArray one = manager.ones(new Shape(count, rows, 1));
    if (kinds == 0) {
      return NDArrays.concat(new NDList(set, one), 2);
    }
    NDArray numbers = set.get(new NDIndex().addAllDim(2).addSliceDim(0, features - 1));
    NDArray kind = set.get(new NDIndex().addAllDim(2).addSliceDim(features - 1, features));
    NDArray hot =
        kind.eq(manager.arange((float) kinds).reshape(1, 1, kinds)).toType(DataType.FLOAT32, false);
    return NDArrays.concat(new NDList(numbers, hot, one), 2);
  }

  /// A set encoder with folded weights.
  ///
  /// @param map A, `[h, inputs + 1]`
  /// @param form Q, `[inputs + 1, inputs + 1]`
  /// @param shift b, `[1, h]`
  record Folded(SetEncoder encoder, NDArray map, NDArray form, NDArray shift) {
    /// The same in Java's memory, for arrays on the processor.
    HostSetEncoder onHost() {
      return new HostSetEncoder(
          encoder, map.toFloatArray(), form.toFloatArray(), shift.toFloatArray());
    }

    /// Encodes without gradients.
    ///
    /// @param set `[N, R, F]`
    /// @return `[N, h]`
    NDArray encode(NDArray set) {
      NDList parts = new NDList();
      forEachPart(set, part -> parts.add(scores(part).max(new int[] {1})));
      return NDArrays.concat(parts, 0).add(shift);
    }

    /// Encodes with gradients for the weights.
    ///
    /// @param set `[N, R, F]`
    /// @return `[N, h]`
    NDArray encodeToLearn(NDArray set) {
      Folded still =
          new Folded(encoder, map.stopGradient(), form.stopGradient(), shift.stopGradient());
      NDList parts = new NDList();
      forEachPart(set, part -> parts.add(still.largest(part)));
      NDArray winners = NDArrays.concat(parts, 0);
      NDArray spread = winners.matMul(form).mul(winners).sum(new int[] {2}).add(NORM_EPSILON);
      return winners.mul(map.expandDims(0)).sum(new int[] {2}).div(spread.sqrt()).add(shift);
    }

    /// The largest row for each number of the encoding.
    ///
    /// @param part `[n, R, inputs + 1]`
    /// @return `[n, h, inputs + 1]`
    private NDArray largest(NDArray part) {
      long count = part.getShape().get(0);
      NDArray which = scores(part).argMax(1);
      NDArray from =
          part.getManager()
              .arange((float) count)
              .mul(encoder.rows)
              .toType(DataType.INT64, false)
              .reshape(count, 1);
      NDArray flat = part.reshape(count * encoder.rows, encoder.inputs() + 1L);
      return flat.get(new NDIndex("{}", which.add(from)));
    }

    /// Every row's `(A x~) / s`, `[n, R, h]`.
    private NDArray scores(NDArray part) {
      NDArray spread = part.matMul(form).mul(part).sum(new int[] {2}, true).add(NORM_EPSILON);
      return part.div(spread.sqrt()).matMul(map.transpose());
    }

    private void forEachPart(NDArray set, Consumer<NDArray> look) {
      int count = Math.toIntExact(set.getShape().get(0));
      int step = Math.max(1, ROWS_AT_ONCE / encoder.rows);
      for (int from = 0; from < count; from += step) {
        NDIndex some = new NDIndex().addSliceDim(from, Math.min(count, from + step)).addAllDim(2);
        look.accept(encoder.extended(set.get(some)));
      }
    }
  }
}
