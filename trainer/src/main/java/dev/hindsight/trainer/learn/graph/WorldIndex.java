package dev.hindsight.trainer.learn.graph;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import dev.hindsight.trainer.learn.net.HostArray;

/// For every tick of every row, the index of the agent in slot 0 of its world at that tick. Kept on
/// the device, because it never changes.
final class WorldIndex implements AutoCloseable {
  private final int rows;
  private final int ticks;
  private final HostArray first;

  /// @param rows B, whole worlds of M
  /// @param ticks T
  WorldIndex(NDManager manager, int rows, int ticks, int agentsPerWorld) {
    if (rows % agentsPerWorld != 0) {
      throw new IllegalArgumentException(rows + " rows are no whole worlds of " + agentsPerWorld);
    }
    this.rows = rows;
    this.ticks = ticks;
    this.first = new HostArray(manager, DataType.INT64, (long) rows * ticks, 1);
    for (int row = 0; row < rows; row++) {
      for (int t = 0; t < ticks; t++) {
        long slot = (long) (row - row % agentsPerWorld) * ticks + t;
        first.bytes().putLong(Long.BYTES * (row * ticks + t), slot);
      }
    }
  }

  boolean isFor(int otherRows, int otherTicks) {
    return rows == otherRows && ticks == otherTicks;
  }

  /// `[B * T, 1]` int64.
  NDArray first() {
    return first.onDevice();
  }

  @Override
  public void close() {
    first.close();
  }
}
