package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Environment.FixedArray;
import dev.hindsight.trainer.task.Worker;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Writes a recording while it is made. One owner thread, no allocation per tick: rows go into one
/// of two chunks in memory, and while the owner fills the one, a background thread writes the
/// other, so memory is bounded however long the recording.
///
/// Everything goes to `NAME.rollout.part`, which at any moment can be opened up to its last whole
/// chunk; [#finish] gives it its name. Where the disk takes no more, the next [#endTick] or
/// [#finish] throws a [Problem], and the part is kept.
public final class RolloutWriter implements AutoCloseable {
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// Bytes that the rows of one chunk should about take, all columns together.
  private static final long CHUNK_BYTES = 8 << 20;

  private static final int LONGEST_CHUNK = 256;

  private final RolloutFile file;
  private final Manifest manifest;
  private final List<Column> columns;
  private final Worker background = new Worker("rollout-writer");
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private final BlockingQueue<ChunkBuffer> free = new ArrayBlockingQueue<>(2);
  private final Arena memory = Arena.ofShared();
  private final SortedMap<Integer, ByteBuffer> last = new TreeMap<>();
  private ChunkBuffer current;
  private int chunks;
  private int ticks;
  private boolean open = true;

  private RolloutWriter(RolloutFile file, Manifest manifest, List<Column> columns) {
    this.file = file;
    this.manifest = manifest;
    this.columns = List.copyOf(columns);
    current = new ChunkBuffer(this.columns, manifest.chunkTicks(), memory);
    free.add(new ChunkBuffer(this.columns, manifest.chunkTicks(), memory));
    background(() -> file.json("manifest.json", manifest));
  }

  /// Begins a recording.
  ///
  /// @param path where it will be when it is whole
  /// @param manifest its channels are those of the columns, in their order
  /// @throws Problem if the place cannot be written
  public static RolloutWriter create(Path path, Manifest manifest, List<Column> columns) {
    return to(RolloutFile.create(path), manifest, columns);
  }

  static RolloutWriter to(RolloutFile file, Manifest manifest, List<Column> columns) {
    if (!manifest.channels().equals(columns.stream().map(Column::spec).toList())) {
      throw new IllegalArgumentException("the manifest and the columns differ");
    }
    return new RolloutWriter(file, manifest, columns);
  }

  /// How many ticks to put in a chunk, so that two chunks take little memory and a crash costs
  /// little.
  public static int chunkTicks(List<Column> columns) {
    long row = columns.stream().mapToLong(Column::rowBytes).sum();
    return Math.clamp(CHUNK_BYTES / Math.max(1, row), 1, LONGEST_CHUNK);
  }

  /// Ticks ended so far.
  public int ticks() {
    return ticks;
  }

  /// The current tick's row of a column, little-endian, with the row's bytes remaining; to be
  /// written completely before [#endTick].
  public ByteBuffer row(int column) {
    return current.row(column);
  }

  /// Writes the current tick's row of an `<f4` column.
  public void put(int column, float[] values) {
    check(column, Dtype.F4, values.length);
    MemorySegment.copy(
        values, 0, current.segment(column), FLOAT, current.rowStart(column), values.length);
    current.filled(column);
  }

  /// Writes the current tick's row of an `<i4` column.
  public void put(int column, int[] values) {
    check(column, Dtype.I4, values.length);
    MemorySegment.copy(
        values, 0, current.segment(column), INT, current.rowStart(column), values.length);
    current.filled(column);
  }

  /// Writes the current tick's row of a column of single bytes.
  public void put(int column, byte[] values) {
    current.row(column).put(values);
  }

  /// Ends the current tick: all its rows are written.
  ///
  /// @throws Problem if the disk took no more of what was written before
  /// @throws IllegalStateException if a row is not complete
  public void endTick() {
    requireOpen();
    current.endTick();
    ticks++;
    if (current.ticks() == manifest.chunkTicks()) {
      handOver();
      current = nextFree();
    }
    throwFailure();
  }

  /// Writes an array that does not change with the tick.
  ///
  /// @param array one that the manifest declares
  public void fixed(FixedArray array) {
    requireOpen();
    if (!manifest.fixed().contains(array.spec())) {
      throw new IllegalArgumentException(array.spec().name() + " is not in the manifest");
    }
    background(() ->
        file.array(
            "static/" + array.spec().name() + ".npy",
            array.array().dtype(),
            array.array().shape(),
            array.array().data().duplicate()));
  }

  /// A column's row T, after the last step, to be written before [#finish]; columns for which this
  /// is never called have none.
  public ByteBuffer last(int column) {
    ByteBuffer row =
        ByteBuffer.allocate(columns.get(column).rowBytes()).order(ByteOrder.LITTLE_ENDIAN);
    last.put(column, row);
    return row.duplicate().order(ByteOrder.LITTLE_ENDIAN);
  }

  /// Writes what remains, and gives the file its name.
  ///
  /// @param summary as from [Summary#of]
  /// @return the summary as written, with ticks and hash
  /// @throws Problem if the disk does not take it; the part is kept
  public Summary finish(Summary summary) {
    requireOpen();
    if (current.ticks() > 0 || chunks == 0) {
      handOver();
    }
    AtomicReference<Summary> closed = new AtomicReference<>(summary);
    background(() -> {
      for (Map.Entry<Integer, ByteBuffer> row : last.entrySet()) {
        writeLast(columns.get(row.getKey()), row.getValue());
      }
      closed.set(summary.closed(ticks, file.hash()));
      file.json("summary.json", closed.get());
      file.publish();
    });
    background.close();
    throwFailure();
    open = false;
    memory.close();
    return closed.get();
  }

  /// Stops. A recording that was not finished leaves nothing behind, unless it stopped because the
  /// disk took no more: then what was written stays in the part.
  @Override
  public void close() {
    if (!open) {
      return;
    }
    open = false;
    background.close();
    try {
      if (failure.get() == null) {
        file.discard();
      } else {
        file.release();
      }
    } catch (IOException e) {
      throw new Problem(
          "the unfinished recording cannot be removed",
          file.part().toString(),
          "delete it by hand",
          e);
    } finally {
      memory.close();
    }
  }

  private void handOver() {
    ChunkBuffer chunk = current;
    int number = chunks++;
    background(() -> {
      for (int c = 0; c < columns.size(); c++) {
        Column column = columns.get(c);
        int[] shape = new int[column.rowShape().size() + 1];
        shape[0] = chunk.ticks();
        for (int axis = 1; axis < shape.length; axis++) {
          shape[axis] = column.rowShape().get(axis - 1);
        }
        String member = ChunkName.of(column.spec().name(), number);
        file.array(member, column.spec().type(), shape, chunk.written(c));
      }
    });
    background.execute(() -> {
      chunk.clear();
      free.add(chunk);
    });
  }

  private void writeLast(Column column, ByteBuffer row) throws IOException {
    int[] shape = column.rowShape().stream().mapToInt(Integer::intValue).toArray();
    file.array("final/" + column.spec().name() + ".npy", column.spec().type(), shape, row);
  }

  /// Waits for the disk, which always ends; an interrupt is kept for later.
  private ChunkBuffer nextFree() {
    boolean interrupted = false;
    while (true) {
      try {
        ChunkBuffer chunk = free.take();
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        return chunk;
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
  }

  /// Hands writing over; after a failure nothing more is written.
  private void background(Writing writing) {
    background.execute(() -> {
      if (failure.get() == null) {
        try {
          writing.run();
        } catch (IOException | RuntimeException e) {
          failure.set(e);
        }
      }
    });
  }

  private void throwFailure() {
    Exception cause = failure.get();
    if (cause != null) {
      throw new Problem(
          "the disk took no more after about "
              + (ticks - current.ticks())
              + " ticks: "
              + cause.getMessage(),
          file.part().toString(),
          "free some space and record again; the ticks written so far can be opened there",
          cause);
    }
  }

  private void check(int column, Dtype dtype, int length) {
    Column written = columns.get(column);
    if (written.spec().type() != dtype || written.rowLength() != length) {
      throw new IllegalArgumentException(
          length + " numbers of " + dtype + " do not fit " + written);
    }
  }

  private void requireOpen() {
    if (!open) {
      throw new IllegalStateException("the recording has ended");
    }
  }

  /// A piece of work for the background thread.
  private interface Writing {
    void run() throws IOException;
  }
}
