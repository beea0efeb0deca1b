package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;

/// A growing recording as one follower sees it. Any thread.
final class LiveRollout extends ColumnedRollout {
  private final LiveState state;
  private final LiveFile file;

  LiveRollout(LiveState state) {
    this.state = state;
    file = new LiveFile(state);
    for (int c = 0; c < state.columns().size(); c++) {
      Column column = state.columns().get(c);
      add(new LiveChannel(column, c, state.ring(), file));
    }
    composeObservation(state.manifest().observation());
  }

  @Override
  public Path file() {
    return state.path();
  }

  @Override
  public Manifest manifest() {
    return state.manifest();
  }

  @Override
  public int ticks() {
    return state.ring().ticks();
  }

  @Override
  public boolean complete() {
    return state.summary().isPresent();
  }

  @Override
  public boolean growing() {
    return !state.ended();
  }

  @Override
  public Optional<NpyArray> fixed(String name) {
    return state.array("static/" + name + ".npy");
  }

  @Override
  public Optional<NpyArray> last(String name) {
    return state.array("final/" + name + ".npy");
  }

  @Override
  public Optional<Summary> summary() {
    return state.summary();
  }

  @Override
  public void close() {
    file.close();
  }

  /// A column of a growing recording: newest chunks from memory, the others from disk; no
  /// allocation.
  ///
  /// It reads memory first and then checks whether the buffer was reused for another chunk
  /// meanwhile; if so, the chunk is on disk by then and is read there.
  private static final class LiveChannel implements Channel {
    private final Column column;
    private final int number;
    private final Dtype dtype;
    private final int rowLength;
    private final ChunkRing ring;
    private final LiveFile file;

    LiveChannel(Column column, int number, ChunkRing ring, LiveFile file) {
      this.column = column;
      this.number = number;
      dtype = column.spec().type();
      rowLength = column.rowLength();
      this.ring = ring;
      this.file = file;
    }

    @Override
    public ChannelSpec spec() {
      return column.spec();
    }

    @Override
    public int[] rowShape() {
      return column.shape();
    }

    @Override
    public int rowLength() {
      return rowLength;
    }

    @Override
    public double value(int tick, int index) {
      int chunk = chunk(tick);
      long at = within(tick, index, 1);
      if (!ring.stored(chunk)) {
        ChunkBuffer buffer = ring.buffer(chunk);
        double value = ElementReader.number(dtype, buffer.segment(number), at);
        if (buffer.still(chunk)) {
          return value;
        }
      }
      long place = ring.place(chunk, number) + at;
      return ElementReader.number(dtype, file.upTo(place + dtype.bytes()), place);
    }

    @Override
    public long integer(int tick, int index) {
      int chunk = chunk(tick);
      long at = within(tick, index, 1);
      if (!ring.stored(chunk)) {
        ChunkBuffer buffer = ring.buffer(chunk);
        long value = ElementReader.whole(dtype, buffer.segment(number), at);
        if (buffer.still(chunk)) {
          return value;
        }
      }
      long place = ring.place(chunk, number) + at;
      return ElementReader.whole(dtype, file.upTo(place + dtype.bytes()), place);
    }

    @Override
    public void read(int tick, int from, float[] target, int count) {
      int chunk = chunk(tick);
      long at = within(tick, from, count);
      if (!ring.stored(chunk)) {
        ChunkBuffer buffer = ring.buffer(chunk);
        ElementReader.read(dtype, buffer.segment(number), at, target, count);
        if (buffer.still(chunk)) {
          return;
        }
      }
      long place = ring.place(chunk, number) + at;
      ElementReader.read(dtype, file.upTo(end(place, count)), place, target, count);
    }

    @Override
    public void read(int tick, int from, int[] target, int count) {
      int chunk = chunk(tick);
      long at = within(tick, from, count);
      if (!ring.stored(chunk)) {
        ChunkBuffer buffer = ring.buffer(chunk);
        ElementReader.read(dtype, buffer.segment(number), at, target, count);
        if (buffer.still(chunk)) {
          return;
        }
      }
      long place = ring.place(chunk, number) + at;
      ElementReader.read(dtype, file.upTo(end(place, count)), place, target, count);
    }

    private int chunk(int tick) {
      if (!file.isOpen()) {
        throw new IllegalStateException("the recording has been closed");
      }
      return Objects.checkIndex(tick, ring.ticks()) / ring.chunkTicks();
    }

    private long within(int tick, int from, int count) {
      Objects.checkFromIndexSize(from, count, rowLength);
      return ((long) (tick % ring.chunkTicks()) * rowLength + from) * dtype.bytes();
    }

    private long end(long place, int count) {
      return place + (long) count * dtype.bytes();
    }
  }

  /// A growing file in memory, mapped again when a thread reads beyond the present mapping. Any
  /// thread.
  private static final class LiveFile implements AutoCloseable {
    private final Path path;
    private final LiveState state;
    private final FileChannel channel;
    private volatile MemorySegment mapped = MemorySegment.NULL;
    private volatile boolean open = true;

    LiveFile(LiveState state) {
      this.state = state;
      path = state.path();
      Path part = RolloutFile.partOf(path);
      try {
        channel = FileChannel.open(Files.exists(part) ? part : path, StandardOpenOption.READ);
      } catch (IOException e) {
        throw unreadable(e);
      }
    }

    /// Memory that reaches at least to a position that has been written.
    ///
    /// @throws IllegalStateException if it has been closed
    MemorySegment upTo(long end) {
      MemorySegment known = mapped;
      return known.byteSize() >= end ? known : grow(end);
    }

    private synchronized MemorySegment grow(long end) {
      if (!open) {
        throw new IllegalStateException("the recording has been closed");
      }
      if (mapped.byteSize() < end) {
        try {
          mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
        } catch (IOException e) {
          throw unreadable(e);
        }
      }
      return mapped;
    }

    boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
      state.letGo(channel);
    }

    private Problem unreadable(IOException cause) {
      return new Problem(
          wording("LiveRollout.the_recording_under_way_cannot_be"),
          path.toString(),
          wording("LiveRollout.check_the_disk"),
          cause);
    }
  }
}
