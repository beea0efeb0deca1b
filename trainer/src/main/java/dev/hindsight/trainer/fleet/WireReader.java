package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Reads the fields of a message from another process. A declared length is held against the bytes
/// that are left before anything is allocated: no message makes its reader allocate more than it
/// brings. One owner thread.
final class WireReader {
  private final ByteBuffer bytes;

  /// @param bytes its position moves on
  WireReader(ByteBuffer bytes) {
    this.bytes = bytes.order(ByteOrder.BIG_ENDIAN);
  }

  WireReader(byte[] bytes) {
    this(ByteBuffer.wrap(bytes));
  }

  /// The bytes of a message are not what they should be.
  static final class WireException extends RuntimeException {
    private static final long serialVersionUID = 1;

    WireException(String cause) {
      super(cause);
    }
  }

  /// The next length, of parts of at least so many bytes.
  int length(int bytesOfEach) {
    int length = number();
    if (length < 0 || (long) length * bytesOfEach > bytes.remaining()) {
      throw new WireException(wording("WireReader.a_length_with_bytes", length, bytes.remaining()));
    }
    return length;
  }

  int number() {
    try {
      return bytes.getInt();
    } catch (BufferUnderflowException e) {
      throw cut(e);
    }
  }

  long longNumber() {
    try {
      return bytes.getLong();
    } catch (BufferUnderflowException e) {
      throw cut(e);
    }
  }

  double real() {
    return Double.longBitsToDouble(longNumber());
  }

  boolean flag() {
    try {
      byte value = bytes.get();
      if (value != 0 && value != 1) {
        throw new WireException(wording("WireReader.a_flag_of", value));
      }
      return value == 1;
    } catch (BufferUnderflowException e) {
      throw cut(e);
    }
  }

  private static WireException cut(RuntimeException cause) {
    WireException failure = new WireException(wording("WireReader.the_message_is_cut_off"));
    failure.initCause(cause);
    return failure;
  }

  String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  byte[] bytes() {
    byte[] all = new byte[length(1)];
    bytes.get(all);
    return all;
  }

  int[] wholeNumbers() {
    int[] all = new int[length(Integer.BYTES)];
    bytes.asIntBuffer().get(all);
    bytes.position(bytes.position() + all.length * Integer.BYTES);
    return all;
  }

  float[] floats() {
    float[] all = new float[length(Float.BYTES)];
    bytes.asFloatBuffer().get(all);
    bytes.position(bytes.position() + all.length * Float.BYTES);
    return all;
  }

  /// @param bytesOfEach the fewest bytes of one
  /// @param each reads one
  <T> List<T> list(int bytesOfEach, Function<WireReader, T> each) {
    int count = length(bytesOfEach);
    List<T> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      all.add(each.apply(this));
    }
    return all;
  }

  /// The next bytes, for someone else to read.
  ByteBuffer part(int count) {
    if (count < 0 || count > bytes.remaining()) {
      throw new WireException(wording("WireReader.a_part_with_bytes", count, bytes.remaining()));
    }
    ByteBuffer part = bytes.slice(bytes.position(), count);
    bytes.position(bytes.position() + count);
    return part;
  }

  /// Checks that nothing is left.
  void end() {
    if (bytes.hasRemaining()) {
      throw new WireException(wording("WireReader.bytes_too_many", bytes.remaining()));
    }
  }
}
