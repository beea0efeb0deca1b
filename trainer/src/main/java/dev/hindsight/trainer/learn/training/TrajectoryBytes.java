package dev.hindsight.trainer.learn.training;

import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/// Trajectories as bytes, for another process: the ticks that were used, bit by bit as they are.
/// Who reads them has trajectories of the same size, so nothing that is read decides what is
/// allocated.
public final class TrajectoryBytes {
  private static final int HEADER = 4 * Integer.BYTES;

  private TrajectoryBytes() {}

  /// Number of bytes of the used ticks.
  public static int size(Trajectories all) {
    return Math.toIntExact(size(all, all.used, finals(all)));
  }

  /// The most bytes that trajectories of this size can have.
  public static long most(Trajectories all) {
    return size(all, all.ticks, (long) all.rows * all.ticks);
  }

  private static long size(Trajectories all, int used, long finals) {
    long ticks = (long) all.rows * used;
    long each =
        Integer.BYTES * 2
            + Float.BYTES * (8L + all.drawn.length / all.action.length * 2L)
            + all.actionMask.length / all.action.length
            + 6
            + all.observation.packing().bytes();
    return HEADER
        + ticks * each
        + finals * all.observation.packing().bytes()
        + (long) Float.BYTES * all.rows;
  }

  private static int finals(Trajectories all) {
    int count = 0;
    for (int row = 0; row < all.rows; row++) {
      for (int t = 0; t < all.used; t++) {
        count += all.finals.has(all.at(row, t)) ? 1 : 0;
      }
    }
    return count;
  }

  /// Writes the used ticks.
  ///
  /// @param to with room for [#size] bytes
  public static void write(Trajectories all, ByteBuffer to) {
    to.putInt(all.rows).putInt(all.ticks).putInt(all.numbers).putInt(all.used);
    byte[] packed = new byte[all.observation.packing().bytes()];
    for (int row = 0; row < all.rows; row++) {
      int at = all.at(row, 0);
      int count = all.used;
      put(all.action, at, count, to);
      put(all.trial, at, count, to);
      put(all.logProb, 1, at, count, to);
      put(all.value, 1, at, count, to);
      put(all.reward, 1, at, count, to);
      put(all.progress, 1, at, count, to);
      put(all.timeoutValue, 1, at, count, to);
      put(all.ratio, 1, at, count, to);
      put(all.discount, 1, at, count, to);
      put(all.entropyWeight, 1, at, count, to);
      put(all.drawn, all.actionNumbers, at, count, to);
      put(all.numbersTaken, all.actionNumbers, at, count, to);
      int mask = all.actionMask.length / all.action.length;
      to.put(all.actionMask, at * mask, count * mask);
      to.put(all.terminal, at, count);
      to.put(all.truncation, at, count);
      to.put(all.ended, at, count);
      to.put(all.removed, at, count);
      to.put(all.skipped, at, count);
      for (int t = 0; t < count; t++) {
        all.observation.copy(at + t, packed, 0);
        to.put(packed);
        boolean last = all.finals.has(at + t);
        to.put((byte) (last ? 1 : 0));
        if (last) {
          all.finals.all().copy(all.finals.index(at + t), packed, 0);
          to.put(packed);
        }
      }
    }
    put(all.tail, 1, 0, all.rows, to);
  }

  /// Reads what [#write] wrote.
  ///
  /// @param into of the same rows, ticks and numbers; overwritten
  /// @throws IllegalArgumentException if the bytes are no such trajectories
  public static void read(ByteBuffer from, Trajectories into) {
    try {
      int rows = from.getInt();
      int ticks = from.getInt();
      int numbers = from.getInt();
      int used = from.getInt();
      if (rows != into.rows
          || ticks != into.ticks
          || numbers != into.numbers
          || used < 0
          || used > ticks) {
        throw new IllegalArgumentException(
            "trajectories of " + rows + " rows, " + ticks + " ticks, " + numbers + " numbers");
      }
      into.clear(0);
      into.used = used;
      for (int row = 0; row < rows; row++) {
        readRow(from, into, into.at(row, 0), used);
      }
      get(from, into.tail, 1, 0, rows);
      if (from.hasRemaining()) {
        throw new IllegalArgumentException(from.remaining() + " bytes too many");
      }
    } catch (BufferUnderflowException | BufferOverflowException e) {
      throw new IllegalArgumentException("trajectories that are cut off", e);
    }
  }

  private static void readRow(ByteBuffer from, Trajectories into, int at, int count) {
    get(from, into.action, at, count);
    get(from, into.trial, at, count);
    get(from, into.logProb, 1, at, count);
    get(from, into.value, 1, at, count);
    get(from, into.reward, 1, at, count);
    get(from, into.progress, 1, at, count);
    get(from, into.timeoutValue, 1, at, count);
    get(from, into.ratio, 1, at, count);
    get(from, into.discount, 1, at, count);
    get(from, into.entropyWeight, 1, at, count);
    get(from, into.drawn, into.actionNumbers, at, count);
    get(from, into.numbersTaken, into.actionNumbers, at, count);
    int mask = into.actionMask.length / into.action.length;
    from.get(into.actionMask, at * mask, count * mask);
    from.get(into.terminal, at, count);
    from.get(into.truncation, at, count);
    from.get(into.ended, at, count);
    from.get(into.removed, at, count);
    from.get(into.skipped, at, count);
    byte[] packed = new byte[into.observation.packing().bytes()];
    float[] one = new float[into.numbers];
    for (int t = 0; t < count; t++) {
      from.get(packed);
      into.observation.packing().unpack(packed, 0, one, 0);
      into.observation.put(at + t, one, 0);
      if (from.get() != 0) {
        from.get(packed);
        into.observation.packing().unpack(packed, 0, one, 0);
        into.finals.put(at + t, one, 0);
      }
    }
  }

  private static void put(int[] from, int at, int count, ByteBuffer to) {
    to.asIntBuffer().put(from, at, count);
    to.position(to.position() + count * Integer.BYTES);
  }

  private static void put(float[] from, int width, int at, int count, ByteBuffer to) {
    to.asFloatBuffer().put(from, at * width, count * width);
    to.position(to.position() + count * width * Float.BYTES);
  }

  private static void get(ByteBuffer from, int[] to, int at, int count) {
    from.asIntBuffer().get(to, at, count);
    from.position(from.position() + count * Integer.BYTES);
  }

  private static void get(ByteBuffer from, float[] to, int width, int at, int count) {
    from.asFloatBuffer().get(to, at * width, count * width);
    from.position(from.position() + count * width * Float.BYTES);
  }
}
