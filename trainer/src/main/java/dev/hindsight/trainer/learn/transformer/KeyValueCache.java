package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.learn.net.EngineMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Optional;

/// Keys and values of earlier ticks for one block: `[A * H, S, d / H]` each, written in place.
final class KeyValueCache implements AutoCloseable {
  private final NDArray keys;
  private final NDArray values;
  private final Optional<Memory> memory;

  /// The network's own memory, if it is on the processor.
  private record Memory(FloatBuffer keys, FloatBuffer values, int rows, int slots, int width) {
    private void put(FloatBuffer all, int from, float[][] some) {
      for (int row = 0; row < rows; row++) {
        for (int i = 0; i < some.length; i++) {
          all.put((row * slots + from + i) * width, some[i], row * width, width);
        }
      }
    }
  }

  KeyValueCache(NDManager manager, TransformerSpec spec, int agents) {
    Shape shape = new Shape((long) agents * spec.heads(), spec.horizon(), spec.headWidth());
    keys = manager.zeros(shape, DataType.FLOAT32);
    values = manager.zeros(shape, DataType.FLOAT32);
    memory = manager.getDevice().isGpu() ? Optional.empty() : memory(keys, values, spec, agents);
  }

  private static Optional<Memory> memory(
      NDArray keys, NDArray values, TransformerSpec spec, int agents) {
    ByteBuffer ofKeys = keys.toByteBuffer(true).order(ByteOrder.nativeOrder());
    ByteBuffer ofValues = values.toByteBuffer(true).order(ByteOrder.nativeOrder());
    return ofKeys.isDirect() && ofValues.isDirect()
        ? Optional.of(
            new Memory(
                ofKeys.asFloatBuffer(),
                ofValues.asFloatBuffer(),
                agents * spec.heads(),
                spec.horizon(),
                spec.headWidth()))
        : Optional.empty();
  }

  /// Writes slots directly, if the memory is on the processor.
  ///
  /// @param from the first slot
  /// @param key `[n][A * H * d / H]`
  /// @param value `[n][A * H * d / H]`
  /// @return whether it was possible
  boolean place(int from, float[][] key, float[][] value) {
    memory.ifPresent(there -> {
      there.put(there.keys, from, key);
      there.put(there.values, from, value);
    });
    return memory.isPresent();
  }

  /// @param key `[A * H, 1, d / H]`
  /// @param value `[A * H, 1, d / H]`
  void write(int slot, NDArray key, NDArray value) {
    keys.set(slots(slot, slot + 1), key);
    values.set(slots(slot, slot + 1), value);
  }

  /// The keys of one slot, `[A * H * d / H]`, copied.
  float[] key(int slot) {
    return copied(keys, slot);
  }

  /// The values of one slot, `[A * H * d / H]`, copied.
  float[] value(int slot) {
    return copied(values, slot);
  }

  private static float[] copied(NDArray all, int slot) {
    try (NDArray view = all.get(slots(slot, slot + 1))) {
      return EngineMemory.numbers(view);
    }
  }

  /// @param some `[A * H, to - from, d / H]`
  void writeKeys(int from, int to, NDArray some) {
    keys.set(slots(from, to), some);
  }

  /// @param some `[A * H, to - from, d / H]`
  void writeValues(int from, int to, NDArray some) {
    values.set(slots(from, to), some);
  }

  /// Writes zeros into one slot of some rows.
  void clear(int fromRow, int toRow, int slot) {
    NDIndex place =
        new NDIndex().addSliceDim(fromRow, toRow).addSliceDim(slot, slot + 1).addAllDim();
    keys.set(place, 0f);
    values.set(place, 0f);
  }

  /// `[A * H, d / H, used]`: a view, ready for multiplication with queries.
  NDArray keys(int used) {
    return keys.get(slots(0, used)).transpose(0, 2, 1);
  }

  /// `[A * H, used, d / H]`: a view.
  NDArray values(int used) {
    return values.get(slots(0, used));
  }

  /// The same with one slot as if written, in a new array through which gradients flow.
  ///
  /// @param key `[A * H, 1, d / H]`
  NDArray keys(int used, int slot, NDArray key) {
    return with(keys, used, slot, key).transpose(0, 2, 1);
  }

  /// The same with one slot as if written, in a new array through which gradients flow.
  ///
  /// @param value `[A * H, 1, d / H]`
  NDArray values(int used, int slot, NDArray value) {
    return with(values, used, slot, value);
  }

  private static NDArray with(NDArray all, int used, int slot, NDArray one) {
    NDList parts = new NDList();
    if (slot > 0) {
      parts.add(all.get(slots(0, slot)));
    }
    parts.add(one);
    if (slot + 1 < used) {
      parts.add(all.get(slots(slot + 1, used)));
    }
    // Of a list of one, DJL makes a copy that no gradients reach.
    return parts.size() == 1 ? one : NDArrays.concat(parts, 1);
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
