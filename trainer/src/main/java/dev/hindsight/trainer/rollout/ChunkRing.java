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

/// The ticks a recording under way has so far: chunk k is in buffer k % 2 until it is on the disk,
/// and the disk is the only place for it when the buffer is taken for chunk k + 2.
///
/// One thread fills, the background thread writes, any thread may look.
final class ChunkRing {
  /// In how many pieces a chunk is handed over: more leave less to do at its end, and wake the
  /// background thread more often.
  private static final int BLOCKS = 2;

  private final List<Column> columns;
  private final int chunkTicks;
  private final int blockTicks;
  private final BackgroundFile background;
  private final ChunkBuffer[] buffers = new ChunkBuffer[2];
  private final Semaphore written = new Semaphore(0);
  private int current;
  private volatile int ticks;

  /// `[chunk][column]` where the elements of a chunk begin in the file; grown by the background
  /// thread, which sets `stored` last.
  private volatile long[][] places = new long[16][];

  private volatile int stored;

  /// The background thread's.
  private Optional<ChunkFile> growing = Optional.empty();

  ChunkRing(List<Column> columns, int chunkTicks, BackgroundFile background) {
    this.columns = columns;
    this.chunkTicks = chunkTicks;
    blockTicks = Math.ceilDiv(chunkTicks, BLOCKS);
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

  /// Ticks whose rows are complete; whoever reads this number sees those rows.
  int ticks() {
    return ticks;
  }

  /// The chunk being filled; for the thread that fills.
  ChunkBuffer current() {
    return buffers[current % 2];
  }

  /// The buffer a chunk is or was in.
  ChunkBuffer buffer(int chunk) {
    return buffers[chunk % 2];
  }

  /// Whether a chunk is on the disk.
  boolean stored(int chunk) {
    return chunk < stored;
  }

  /// Where the elements of a stored chunk begin in the file.
  long place(int chunk, int column) {
    return places[chunk][column];
  }

  /// Ends the current tick, and hands over what has come together: a block of rows, or the end of a
  /// chunk.
  ///
  /// The first tick of a chunk ends only when the chunk before is on the disk: so a crash costs one
  /// chunk at most, two buffers are enough, and a slow disk holds the simulation back. Most of a
  /// chunk is on the disk when it ends; where the rest is written within a tick, nobody waits.
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
    } else if (filled % blockTicks == 0) {
      int number = current;
      background.write(file -> growing(file, number, chunkTicks).upTo(filled, chunk));
    }
  }

  /// Hands the last chunk over, if it holds anything or is the only one.
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

  /// The chunk that is being written. Where it has become shorter than it was to be, or something
  /// else was written meanwhile, its rows are written again, where they belong then.
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

  /// A chunk on its way into the file. Rows of the first column, which is by far the largest where
  /// agents see much, are written while the chunk fills; the other columns and the headers follow
  /// at its end. Used by the background thread.
  ///
  /// Until [#end] is through, the file ends, for whoever opens it, with the chunk before.
  private static final class ChunkFile {
    private final RolloutFile file;
    private final List<Column> columns;
    private final int number;
    private final int ticks;
    private final int headerBytes;
    private final ZipBatch batch;
    private int rows;

    /// @param ticks how many the chunk will have
    ChunkFile(RolloutFile file, List<Column> columns, int number, int ticks) {
      this.file = file;
      this.columns = columns;
      this.number = number;
      this.ticks = ticks;
      ByteBuffer header = header(0);
      headerBytes = header.remaining();
      batch = file.batch(member(0), header, ticks * columns.getFirst().rowBytes());
    }

    /// Whether it can go on as a chunk of so many ticks.
    boolean fits(int length) {
      return length == ticks && batch.inPlace();
    }

    /// Writes the first column's rows up to a tick, those that are not there yet.
    ///
    /// @param end tick of the chunk before which everything is in the buffer
    void upTo(int end, ChunkBuffer chunk) throws IOException {
      if (end > rows) {
        batch.append(chunk.written(0, rows, end));
        rows = end;
      }
    }

    /// Writes what is left: now the chunk is there.
    ///
    /// @return where the elements of each column begin
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
