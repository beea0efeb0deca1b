package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.index.NDIndex;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/// Memory that Java writes and a network reads. One owner thread; allocated once, used every tick.
///
/// On the processor both access the same bytes; on a GPU [#onDevice()] uploads them. Allocating it
/// each tick would leave native memory to the garbage collector.
///
/// Its memory is aligned as the engine aligns its own: some kernels round differently for other
/// alignments, and what Java's allocator gives differs from run to run.
public final class HostArray implements AutoCloseable {
  /// In bytes, that of PyTorch's allocator.
  private static final int ALIGNMENT = 64;

  private final ByteBuffer bytes;
  private final NDManager manager;
  private final Shape shape;
  private final DataType type;

  /// The engine's view of the bytes; absent on a GPU, where it would be an unused copy.
  private final Optional<NDArray> shared;

  /// Allocates zeros.
  public HostArray(NDManager manager, DataType type, long... shape) {
    this.manager = manager;
    this.shape = new Shape(shape);
    this.type = type;
    int size = Math.toIntExact(this.shape.size() * type.getNumOfBytes());
    this.bytes =
        // An aligned slice ends at a multiple, too.
        ByteBuffer.allocateDirect(Math.addExact(size, 2 * ALIGNMENT))
            .alignedSlice(ALIGNMENT)
            .slice(0, size)
            .order(ByteOrder.nativeOrder());
    this.shared =
        manager.getDevice().isGpu()
            ? Optional.empty()
            : Optional.of(manager.create(bytes, this.shape, type));
    // Allocated within a forward pass, it must outlive it.
    shared.ifPresent(view -> NDScope.unregister(view));
  }

  /// The bytes to write.
  public ByteBuffer bytes() {
    return bytes;
  }

  /// The written data on the network's device. Do not close it; on a GPU it belongs to the
  /// surrounding scope.
  public NDArray onDevice() {
    return shared.orElseGet(() -> manager.create(bytes, shape, type));
  }

  /// The first `count` entries along the first axis, on the network's device: on a GPU uploads no
  /// others. Belongs to the surrounding scope.
  public NDArray onDevice(long count) {
    return shared
        .map(view -> view.get(new NDIndex().addSliceDim(0, count)))
        .orElseGet(() -> uploaded(count));
  }

  private NDArray uploaded(long count) {
    long[] first = shape.getShape().clone();
    first[0] = count;
    Shape some = new Shape(first);
    int size = Math.toIntExact(some.size() * type.getNumOfBytes());
    ByteBuffer part = bytes.slice(0, size).order(ByteOrder.nativeOrder());
    return manager.create(part, some, type);
  }

  @Override
  public void close() {
    shared.ifPresent(NDArray::close);
  }
}
