package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.rollout.BackgroundFile.Writing;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;

/// The ticks a recording under way has so far: chunk k is in buffer k % 2 until it is on the disk,
/// and the disk is the only place for it when the buffer is taken for chunk k + 2.
///
/// One thread fills, the background thread writes, any thread may look.
final class ChunkRing {
  private final List<Column> columns;
  private final int chunkTicks;
  private final BackgroundFile background;
  private final ChunkBuffer[] buffers = new ChunkBuffer[2];
  private final Semaphore written = new Semaphore(0);
  private int current;
  private volatile int ticks;

  /// `[chunk][column]` where the elements of a chunk begin in the file; grown by the background
  /// thread, which sets `stored` last.
  private volatile long[][] places = new long[16][];

  private volatile int stored;

  ChunkRing(List<Column> columns, int chunkTicks, BackgroundFile background) {
    this.columns = columns;
    this.chunkTicks = chunkTicks;
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

  /// Ends the current tick, and hands a full chunk over.
  ///
  /// The first tick of a chunk ends only when the chunk before is on the disk: so a crash costs one
  /// chunk at most, two buffers are enough, and a slow disk holds the simulation back. A disk that
  /// writes a chunk within a tick costs nothing.
  ///
  /// @throws dev.hindsight.trainer.Problem if the disk took no more
  void endTick() {
    current().endTick();
    int ended = current * chunkTicks + current().ticks();
    if (current > 0 && current().ticks() == 1) {
      written.acquireUninterruptibly();
    }
    background.check(ended);
    ticks = ended;
    if (current().ticks() == chunkTicks) {
      handOver();
      current++;
      current().begin(current);
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
    Writing writing =
        file -> {
          long[] place = new long[columns.size()];
          for (int c = 0; c < place.length; c++) {
            ChannelSpec spec = columns.get(c).spec();
            String member = ChunkName.of(spec.name(), number);
            int[] shape = columns.get(c).shape(chunk.ticks());
            place[c] = file.array(member, spec.type(), shape, chunk.written(c));
          }
          publish(place);
        };
    background.write(writing);
    background.afterwards(written::release);
  }

  private void publish(long[] place) {
    int count = stored;
    if (count == places.length) {
      places = Arrays.copyOf(places, 2 * count);
    }
    places[count] = place;
    stored = count + 1;
  }
}
