package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// A column of a mapped file: reading a number takes a division and a memory access; no allocation.
///
/// A chunk's checksum and header are checked when the chunk is first read, so that the time to open
/// does not depend on the number of chunks. A damaged chunk costs that chunk: every read of it
/// throws a [dev.hindsight.trainer.Problem], all others read as before.
final class StoredChannel implements Channel {
  private final ChannelSpec spec;
  private final Dtype dtype;
  private final int[] rowShape;
  private final int rowLength;
  private final StoredChunks chunks;
  private final AtomicReferenceArray<@Nullable MemorySegment> located;
  private final int chunkTicks;
  private final int ticks;

  /// @param rowShape sizes of the axes after `tick`; their product fits an int
  StoredChannel(ChannelSpec spec, int[] rowShape, StoredChunks chunks, int chunkTicks, int ticks) {
    this.spec = spec;
    dtype = spec.type();
    this.rowShape = rowShape.clone();
    rowLength = Arrays.stream(rowShape).reduce(1, Math::multiplyExact);
    this.chunks = chunks;
    located = new AtomicReferenceArray<>(chunks.count());
    this.chunkTicks = chunkTicks;
    this.ticks = ticks;
  }

  @Override
  public ChannelSpec spec() {
    return spec;
  }

  @Override
  public int[] rowShape() {
    return rowShape.clone();
  }

  @Override
  public int rowLength() {
    return rowLength;
  }

  @Override
  public double value(int tick, int index) {
    return ElementReader.number(dtype, chunk(tick), offset(tick, index, 1));
  }

  @Override
  public long integer(int tick, int index) {
    return ElementReader.whole(dtype, chunk(tick), offset(tick, index, 1));
  }

  @Override
  public void read(int tick, int from, float[] target, int count) {
    ElementReader.read(dtype, chunk(tick), offset(tick, from, count), target, count);
  }

  @Override
  public void read(int tick, int from, int[] target, int count) {
    ElementReader.read(dtype, chunk(tick), offset(tick, from, count), target, count);
  }

  /// Number of chunks.
  int chunks() {
    return chunks.count();
  }

  /// Checks a chunk's header, not its numbers.
  ///
  /// @throws dev.hindsight.trainer.Problem if it does not match the channel
  void check(int chunk) {
    NpyHeader _ = chunks.fitting(chunk, dtype, shape(chunk));
  }

  /// The elements of a tick's chunk.
  private MemorySegment chunk(int tick) {
    int chunk = Objects.checkIndex(tick, ticks) / chunkTicks;
    MemorySegment known = located.getAcquire(chunk);
    return known == null ? locate(chunk) : known;
  }

  private int[] shape(int chunk) {
    int[] shape = new int[rowShape.length + 1];
    shape[0] = Math.min(chunkTicks, ticks - chunk * chunkTicks);
    System.arraycopy(rowShape, 0, shape, 1, rowShape.length);
    return shape;
  }

  private MemorySegment locate(int chunk) {
    MemorySegment elements = chunks.elements(chunk, dtype, shape(chunk));
    if (rowLength == 1 && spec.name().equals(TrialIndex.COLUMN)) {
      checkTrials(chunk, elements);
    }
    located.setRelease(chunk, elements);
    return elements;
  }

  /// Refuses numbers that no trial can have: readers count up to the largest.
  private void checkTrials(int chunk, MemorySegment elements) {
    for (int row = 0; row < shape(chunk)[0]; row++) {
      long trial = ElementReader.whole(dtype, elements, (long) row * dtype.bytes());
      if (trial < 0 || trial >= TrialIndex.MOST) {
        throw chunks.problem(
            chunk,
            wording("StoredChannel.a_tick_is_of_a_trial_that", chunk * chunkTicks + row, trial),
            wording("StoredChannel.number_the_trials_of_an_episode", TrialIndex.MOST - 1));
      }
    }
  }

  private long offset(int tick, int from, int count) {
    Objects.checkFromIndexSize(from, count, rowLength);
    return ((long) (tick % chunkTicks) * rowLength + from) * dtype.bytes();
  }
}
