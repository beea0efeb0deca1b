package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Memory that Java writes and a network reads. One owner thread; allocated once, used every tick.
///
/// On the processor both access the same bytes; on a GPU [#onDevice] uploads them. Allocating it
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
  private final NDArray shared;

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
    this.shared = manager.create(bytes, this.shape, type);
    // Allocated within a forward pass, it must outlive it.
    NDScope.unregister(shared);
  }

  /// The bytes to write.
  public ByteBuffer bytes() {
    return bytes;
  }

  /// The written data on the network's device. Do not close it; on a GPU it belongs to the
  /// surrounding scope.
  public NDArray onDevice() {
    return manager.getDevice().isGpu() ? manager.create(bytes, shape, type) : shared;
  }

  @Override
  public void close() {
    shared.close();
  }
}
