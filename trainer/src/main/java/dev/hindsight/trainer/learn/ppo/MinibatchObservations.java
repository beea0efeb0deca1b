package dev.hindsight.trainer.learn.ppo;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import dev.hindsight.trainer.learn.net.HostArray;
import dev.hindsight.trainer.learn.training.FloatObservations;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.learn.training.PackedObservations;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.nio.FloatBuffer;
import java.util.Optional;

/// Puts the observations of some rows where a network reads them. One owner thread.
///
/// Floats are in native memory from the start, and a step gathers its rows there in one copy.
/// Observations with other types stay packed; only those of a part of a step become floats, in
/// memory that the next part overwrites.
final class MinibatchObservations implements AutoCloseable {
  private final NDManager manager;
  private final int ticks;
  private final int numbers;
  private final Optional<HostArray> floats;
  private final ObservationStore store;
  private final float[] one;
  private Optional<HostArray> part = Optional.empty();
  private int room;

  /// @param rows R
  /// @param ticks T
  MinibatchObservations(NDManager manager, int rows, int ticks, ObservationPacking packing) {
    this.manager = manager;
    this.ticks = ticks;
    this.numbers = packing.numbers();
    this.one = new float[numbers];
    if (packing.isFloats()) {
      HostArray all = new HostArray(manager, DataType.FLOAT32, rows, ticks, numbers);
      floats = Optional.of(all);
      store = new FloatObservations(packing, all.bytes().asFloatBuffer());
    } else {
      floats = Optional.empty();
      store = new PackedObservations(packing, ticks);
    }
  }

  /// For the collector to fill, tick t of row r at `r * T + t`.
  ObservationStore store() {
    return store;
  }

  /// `[R, T, D]` on the network's device, to gather from; empty if they are packed. On a GPU this
  /// uploads them.
  Optional<NDArray> whole() {
    return floats.map(HostArray::onDevice);
  }

  /// Loads the first ticks of some rows.
  ///
  /// @param whole from [#whole()]
  /// @param cut of these rows and ticks
  /// @return `[rows * used, D]`
  NDArray load(Optional<NDArray> whole, NDIndex cut, int[] rows, int used) {
    long count = (long) rows.length * used;
    return whole
        .map(all -> all.get(cut).reshape(count, numbers))
        .orElseGet(() -> unpacked(rows, used));
  }

  private NDArray unpacked(int[] rows, int used) {
    int count = rows.length * used;
    HostArray target = part(count);
    FloatBuffer to = target.bytes().asFloatBuffer();
    for (int row : rows) {
      for (int t = 0; t < used; t++) {
        store.read(row * ticks + t, one, 0);
        to.put(one);
      }
    }
    return target.onDevice(count);
  }

  private HostArray part(int count) {
    if (count > room) {
      part.ifPresent(HostArray::close);
      part = Optional.of(new HostArray(manager, DataType.FLOAT32, count, numbers));
      room = count;
    }
    return part.orElseThrow();
  }

  @Override
  public void close() {
    floats.ifPresent(HostArray::close);
    part.ifPresent(HostArray::close);
  }
}
