package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import java.util.ArrayList;
import java.util.List;

/// Keeps what later queries need from a forward pass over one row: the input, and keys and values
/// of every layer.
///
/// Letters: n ticks, H heads, d width.
final class QueryRecomputationProbe implements Probe, AutoCloseable {
  private final TransformerSpec spec;
  private final NDManager manager;
  private final List<NDArray> keys = new ArrayList<>();
  private final List<NDArray> values = new ArrayList<>();
  private final List<float[]> outputs = new ArrayList<>();
  private final List<NDArray> inputs = new ArrayList<>();

  /// @param manager closed with this
  QueryRecomputationProbe(TransformerSpec spec, NDManager manager) {
    this.spec = spec;
    this.manager = manager;
  }

  @Override
  public void see(ProbedArray probedArray, int layer, NDArray array) {
    switch (probedArray) {
      case KEYS -> keys.add(kept(array.squeeze(0)));
      case VALUES -> values.add(kept(array.squeeze(0)));
      case OUTPUTS -> outputs.add(array.toFloatArray());
      case RESIDUAL -> {
        if (layer < 0) {
          inputs.add(kept(array.squeeze(0)));
        }
      }
      case ATTENTION -> {}
    }
  }

  /// Copies an array and keeps it until this is closed, because a view would keep the whole forward
  /// pass in memory.
  NDArray kept(NDArray array) {
    NDArray copy = array.duplicate();
    copy.attach(manager);
    NDScope.unregister(copy);
    return copy;
  }

  TransformerSpec spec() {
    return spec;
  }

  NDManager manager() {
    return manager;
  }

  /// `[n, d]`, the residual before the first block.
  NDArray input() {
    return inputs.getFirst();
  }

  /// `[H, n, d / H]`.
  NDArray keys(int layer) {
    return keys.get(layer);
  }

  /// `[H, n, d / H]`.
  NDArray values(int layer) {
    return values.get(layer);
  }

  /// `[n * d]`, the outputs of a layer's heads, side by side.
  float[] outputs(int layer) {
    return outputs.get(layer);
  }

  @Override
  public void close() {
    manager.close();
  }
}
