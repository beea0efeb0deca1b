package dev.hindsight.trainer.rollout;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/// A buffer for one chunk of every column, filled tick by tick and reused: no allocation per tick,
/// one owner thread at a time.
///
/// Row t of a column is at `t * rowBytes` of that column's buffer.
final class ChunkBuffer {
  private final List<Column> columns;
  private final int[] rowBytes;
  private final MemorySegment[] segments;
  private final ByteBuffer[] rows;
  private int ticks;

  /// Number of the present chunk, for reading threads.
  private volatile int number = -1;

  ChunkBuffer(List<Column> columns, int chunkTicks, Arena arena) {
    this.columns = columns;
    rowBytes = columns.stream().mapToInt(Column::rowBytes).toArray();
    segments = new MemorySegment[rowBytes.length];
    rows = new ByteBuffer[rowBytes.length];
    for (int c = 0; c < rowBytes.length; c++) {
      int bytes = Math.multiplyExact(rowBytes[c], chunkTicks);
      segments[c] = arena.allocate(bytes, Long.BYTES);
      rows[c] = segments[c].asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  /// Drops all rows and starts another chunk.
  void begin(int chunk) {
    number = chunk;
    VarHandle.storeStoreFence();
    ticks = 0;
    for (int c = 0; c < rows.length; c++) {
      rows[c].position(0).limit(Math.min(rowBytes[c], rows[c].capacity()));
    }
  }

  /// Whether everything read so far belonged to a chunk. This is the other half of a sequence lock:
  /// the writer calls [#begin] before it overwrites rows.
  boolean still(int chunk) {
    VarHandle.loadLoadFence();
    return number == chunk;
  }

  /// Number of finished ticks.
  int ticks() {
    return ticks;
  }

  /// The row of the current tick; its position is where writing has got to.
  ByteBuffer row(int column) {
    return rows[column];
  }

  /// The whole chunk of a column, for bulk copies into the current row.
  MemorySegment segment(int column) {
    return segments[column];
  }

  /// Offset of a column's current row in its segment.
  long rowStart(int column) {
    return (long) ticks * rowBytes[column];
  }

  /// Marks the current row as written from first to last byte.
  void filled(int column) {
    rows[column].position(rows[column].limit());
  }

  /// Finishes the current tick.
  ///
  /// @throws IllegalStateException if a row was not written completely
  void endTick() {
    for (int c = 0; c < rows.length; c++) {
      if (rows[c].hasRemaining()) {
        throw new IllegalStateException(
            "row of " + columns.get(c).spec().name() + " lacks " + rows[c].remaining() + " bytes");
      }
    }
    ticks++;
    for (int c = 0; c < rows.length; c++) {
      int next = Math.min(rows[c].capacity(), rows[c].limit() + rowBytes[c]);
      rows[c].limit(next);
    }
  }

  /// Finished rows of a column, for reading.
  ByteBuffer written(int column, int from, int end) {
    long row = rowBytes[column];
    return segments[column].asSlice(from * row, (end - from) * row).asByteBuffer();
  }
}
