package dev.hindsight.trainer.fleet;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/// Writes the fields of a message as bytes, big-endian; lists and texts begin with their length.
/// Grows as it must. One owner thread.
final class WireWriter {
  private static final int FIRST = 1024;
  private ByteBuffer bytes = ByteBuffer.allocate(FIRST);

  private ByteBuffer room(int count) {
    if (bytes.remaining() < count) {
      int length = Math.addExact(bytes.position(), count);
      bytes =
          ByteBuffer.wrap(
                  Arrays.copyOf(
                      bytes.array(),
                      (int)
                          Math.max(length, Math.min(2L * bytes.capacity(), Integer.MAX_VALUE - 8))))
              .position(bytes.position());
    }
    return bytes;
  }

  WireWriter number(int value) {
    room(Integer.BYTES).putInt(value);
    return this;
  }

  WireWriter number(long value) {
    room(Long.BYTES).putLong(value);
    return this;
  }

  WireWriter number(double value) {
    room(Double.BYTES).putDouble(value);
    return this;
  }

  WireWriter flag(boolean value) {
    room(1).put((byte) (value ? 1 : 0));
    return this;
  }

  WireWriter text(String text) {
    return bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  WireWriter bytes(byte[] all) {
    number(all.length);
    room(all.length).put(all);
    return this;
  }

  WireWriter numbers(int[] all) {
    number(all.length);
    int count = Math.multiplyExact(all.length, Integer.BYTES);
    ByteBuffer to = room(count);
    to.asIntBuffer().put(all);
    to.position(to.position() + count);
    return this;
  }

  WireWriter numbers(float[] all) {
    number(all.length);
    int count = Math.multiplyExact(all.length, Float.BYTES);
    ByteBuffer to = room(count);
    to.asFloatBuffer().put(all);
    to.position(to.position() + count);
    return this;
  }

  /// @param each writes one
  <T> WireWriter list(List<T> all, BiConsumer<WireWriter, T> each) {
    number(all.size());
    all.forEach(one -> each.accept(this, one));
    return this;
  }

  /// Room for bytes that someone else writes.
  ByteBuffer reserve(int count) {
    ByteBuffer to = room(count).slice(bytes.position(), count);
    bytes.position(bytes.position() + count);
    return to;
  }

  /// A copy of what was written.
  byte[] written() {
    return Arrays.copyOf(bytes.array(), bytes.position());
  }
}
