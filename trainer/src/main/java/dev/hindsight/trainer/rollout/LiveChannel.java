package dev.hindsight.trainer.rollout;

import java.util.Objects;

/// A column of a recording under way: newest chunks from memory, the others from the disk; no
/// allocation.
///
/// Memory is read first and asked afterwards whether it had been given to another chunk meanwhile;
/// if so, the chunk is on the disk by then, and is read there.
final class LiveChannel implements Channel {
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
