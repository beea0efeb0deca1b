package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.rollout.zip.ZipBatch;
import dev.hindsight.trainer.rollout.zip.ZipPlace;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/// The ticks of a growing recording: chunk k is in buffer k % 2 until it is on disk; when the
/// buffer is reused for chunk k + 2, chunk k is only on disk.
///
/// One thread fills the buffers, the background thread writes, any thread may read.
final class ChunkRing {
  private final List<Column> columns;
  private final int chunkTicks;

  /// Finished ticks of a chunk at which its rows are passed on for the first time before its end:
  /// each time wakes the background thread.
  private final int half;

  /// The second and last time. It leaves little for the end, which the next chunk waits for, and
  /// what it passes on is written by then.
  private final int late;

  private final BackgroundFile background;
  private final ChunkBuffer[] buffers = new ChunkBuffer[2];
  private final Semaphore written = new Semaphore(0);
  private int current;
  private volatile int ticks;

  /// `[chunk][column]` start of the elements in the file; the background thread extends it, and
  /// sets `stored` last.
  private volatile long[][] places = new long[16][];

  private volatile int stored;

  /// Used by the background thread.
  private Optional<ChunkFile> growing = Optional.empty();

  ChunkRing(List<Column> columns, int chunkTicks, BackgroundFile background) {
    this.columns = columns;
    this.chunkTicks = chunkTicks;
    half = chunkTicks / 2;
    late = chunkTicks - Math.ceilDiv(chunkTicks, 8);
    this.background = background;
    Arena memory = Arena.ofAuto();
    for (int b = 0; b < buffers.length; b++) {
      buffers[b] = new ChunkBuffer(columns, chunkTicks, memory);
    }
    buffers[0].begin(0);
  }

  int chunkTicks() {
    return chunkTicks;
  }

  /// Number of ticks with complete rows; a thread that reads this number sees those rows.
  int ticks() {
    return ticks;
  }

  /// The chunk being filled; only for the filling thread.
  ChunkBuffer current() {
    return buffers[current % 2];
  }

  /// The buffer that holds or held a chunk.
  ChunkBuffer buffer(int chunk) {
    return buffers[chunk % 2];
  }

  /// Whether a chunk is on disk.
  boolean stored(int chunk) {
    return chunk < stored;
  }

  /// Start of a stored chunk's elements in the file.
  long place(int chunk, int column) {
    return places[chunk][column];
  }

  /// Finishes the current tick and passes on complete pieces: a block of rows, or the end of a
  /// chunk.
  ///
  /// The first tick of a chunk finishes only when the previous chunk is on disk. So a crash loses
  /// at most one chunk, two buffers are enough, and a slow disk slows the simulation down. Most of
  /// a chunk is on disk when it ends; if the rest is written within a tick, there is no wait.
  ///
  /// @throws dev.hindsight.trainer.Problem if the disk took no more
  void endTick() {
    ChunkBuffer chunk = current();
    chunk.endTick();
    int filled = chunk.ticks();
    int ended = current * chunkTicks + filled;
    if (current > 0 && filled == 1) {
      written.acquireUninterruptibly();
    }
    background.check(ended);
    ticks = ended;
    if (filled == chunkTicks) {
      handOver();
      current++;
      current().begin(current);
    } else if (filled == half || filled == late) {
      int number = current;
      background.write(file -> growing(file, number, chunkTicks).upTo(filled, chunk));
    }
  }

  /// Passes the last chunk on, if it holds rows or is the only one.
  void end() {
    if (current().ticks() > 0 || current == 0) {
      handOver();
    }
  }

  private void handOver() {
    ChunkBuffer chunk = current();
    int number = current;
    int length = chunk.ticks();
    background.write(file -> {
      publish(growing(file, number, length).end(chunk));
      growing = Optional.empty();
    });
    background.afterwards(written::release);
  }

  /// The chunk being written. If it has become shorter than planned, or something else was written
  /// meanwhile, its rows are written again at their new place.
  private ChunkFile growing(RolloutFile file, int number, int length) {
    ChunkFile begun =
        growing
            .filter(chunk -> chunk.fits(length))
            .orElseGet(() -> new ChunkFile(file, columns, number, length));
    growing = Optional.of(begun);
    return begun;
  }

  private void publish(long[] place) {
    int count = stored;
    if (count == places.length) {
      places = Arrays.copyOf(places, 2 * count);
    }
    places[count] = place;
    stored = count + 1;
  }

  /// A chunk being written to the file. Rows of the first column, by far the largest if
  /// observations are long, are written while the chunk fills; the other columns and the headers
  /// follow at its end. Used by the background thread.
  ///
  /// Until [#end] has finished, readers see the file end with the previous chunk.
  private static final class ChunkFile {
    private final RolloutFile file;
    private final List<Column> columns;
    private final int number;
    private final int ticks;
    private final int headerBytes;
    private final ZipBatch batch;
    private int rows;

    /// @param ticks planned length of the chunk
    ChunkFile(RolloutFile file, List<Column> columns, int number, int ticks) {
      this.file = file;
      this.columns = columns;
      this.number = number;
      this.ticks = ticks;
      ByteBuffer header = header(0);
      headerBytes = header.remaining();
      batch = file.batch(member(0), header, ticks * columns.getFirst().rowBytes());
    }

    /// Whether it can continue as a chunk of this length.
    boolean fits(int length) {
      return length == ticks && batch.inPlace();
    }

    /// Writes the first column's missing rows up to a tick.
    ///
    /// @param end tick of the chunk before which all rows are in the buffer
    void upTo(int end, ChunkBuffer chunk) throws IOException {
      if (end > rows) {
        batch.append(chunk.written(0, rows, end));
        rows = end;
      }
    }

    /// Writes the rest, which makes the chunk visible.
    ///
    /// @return start of the elements of each column
    long[] end(ChunkBuffer chunk) throws IOException {
      upTo(ticks, chunk);
      ZipPlace[] places = new ZipPlace[columns.size()];
      long[] elements = new long[places.length];
      for (int c = 1; c < places.length; c++) {
        ByteBuffer header = header(c);
        int before = header.remaining();
        places[c] = batch.add(member(c), header, chunk.written(c, 0, ticks));
        elements[c] = places[c].content() + before;
      }
      places[0] = batch.commit();
      elements[0] = places[0].content() + headerBytes;
      for (int c = 0; c < places.length; c++) {
        file.note(member(c), places[c]);
      }
      return elements;
    }

    private String member(int column) {
      return ChunkName.of(columns.get(column).spec().name(), number);
    }

    private ByteBuffer header(int column) {
      Column own = columns.get(column);
      return RolloutFile.npyHeader(own.spec().type(), own.shape(ticks));
    }
  }
}
