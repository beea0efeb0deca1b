package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;

/// Keys and values of the ticks that passed, for one block: `[A * H, S, d / H]` each, written in
/// place.
final class KeyValueCache implements AutoCloseable {
  private final NDArray keys;
  private final NDArray values;

  KeyValueCache(NDManager manager, TransformerSpec spec, int agents) {
    Shape shape = new Shape((long) agents * spec.heads(), spec.horizon(), spec.headWidth());
    keys = manager.zeros(shape, DataType.FLOAT32);
    values = manager.zeros(shape, DataType.FLOAT32);
  }

  /// @param key `[A * H, 1, d / H]`
  /// @param value `[A * H, 1, d / H]`
  void write(int slot, NDArray key, NDArray value) {
    keys.set(slots(slot, slot + 1), key);
    values.set(slots(slot, slot + 1), value);
  }

  /// `[A * H, d / H, used]`: a view, ready to be multiplied by queries.
  NDArray keys(int used) {
    return keys.get(slots(0, used)).transpose(0, 2, 1);
  }

  /// `[A * H, used, d / H]`: a view.
  NDArray values(int used) {
    return values.get(slots(0, used));
  }

  private static NDIndex slots(int from, int to) {
    return new NDIndex().addAllDim().addSliceDim(from, to).addAllDim();
  }

  @Override
  public void close() {
    keys.close();
    values.close();
  }
}
