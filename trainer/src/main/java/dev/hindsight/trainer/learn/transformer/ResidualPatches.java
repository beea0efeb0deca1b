package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Keeps the residuals of every tick, and replaces some of the next one. Without a replacement the
/// arrays of the forward pass stay the same objects. One owner thread.
final class ResidualPatches {
  private final int width;
  private final float[][] kept;
  private final Map<Integer, Map<Integer, float[]>> next = new HashMap<>();

  ResidualPatches(TransformerSpec spec) {
    this.width = spec.width();
    this.kept = new float[spec.layers() + 1][];
  }

  /// @param layer 0 for the encoded observation, l for the residual after block l
  void patch(int agent, int layer, float[] activation) {
    if (layer < 0 || layer >= kept.length || activation.length != width) {
      throw new IllegalArgumentException("no activation " + layer + " of " + activation.length);
    }
    next.computeIfAbsent(layer, _ -> new HashMap<>()).put(agent, activation.clone());
  }

  float[] activation(int agent, int layer) {
    return Arrays.copyOfRange(kept[layer], agent * width, (agent + 1) * width);
  }

  /// @param residual `[A, d]`
  /// @return the same array, or a copy with some rows replaced
  NDArray through(int layer, NDArray residual) {
    float[] rows = residual.toFloatArray();
    Map<Integer, float[]> replaced = next.remove(layer);
    NDArray through = residual;
    if (replaced != null) {
      replaced.forEach((agent, row) -> System.arraycopy(row, 0, rows, agent * width, width));
      through = residual.getManager().create(rows, residual.getShape());
    }
    kept[layer] = rows;
    return through;
  }
}
