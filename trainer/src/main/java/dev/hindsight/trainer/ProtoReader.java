package dev.hindsight.trainer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Steps through the fields of a protocol buffer. Never reads beyond its end: a damaged message
/// ends early and is not [#whole()].
public final class ProtoReader {
  private static final int VARINT = 0;
  private static final int EIGHT_BYTES = 1;
  private static final int COUNTED = 2;
  private static final int FOUR_BYTES = 5;

  private final byte[] bytes;
  private final int end;
  private int at;
  private int field;
  private int kind;
  private long value;
  private int from;
  private boolean damaged;

  /// For the bytes of a message.
  ///
  /// @param from first byte
  /// @param end after its last byte
  public ProtoReader(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /// Moves to the next field; false at the end.
  public boolean next() {
    if (damaged || at >= end) {
      return false;
    }
    long key = number();
    field = (int) (key >>> 3);
    kind = (int) (key & 7);
    damaged |= field <= 0;
    switch (kind) {
      case VARINT -> value = number();
      case EIGHT_BYTES -> skip(8);
      case FOUR_BYTES -> skip(4);
      case COUNTED -> skip(number());
      default -> damaged = true;
    }
    return !damaged;
  }

  private void skip(long length) {
    if (length < 0 || length > end - at) {
      damaged = true;
      return;
    }
    from = at;
    at += (int) length;
  }

  /// Number of the field.
  public int field() {
    return field;
  }

  /// Whether the field holds a message, a text, or packed numbers.
  public boolean isMessage() {
    return kind == COUNTED;
  }

  /// The number in the field; 0 for another kind of field.
  public long value() {
    return kind == VARINT ? value : 0;
  }

  /// The field as a message; an empty one for another kind of field.
  public ProtoReader message() {
    return kind == COUNTED ? new ProtoReader(bytes, from, at) : new ProtoReader(bytes, 0, 0);
  }

  /// The field as a text.
  public String text() {
    return kind == COUNTED ? new String(bytes, from, at - from, UTF_8) : "";
  }

  /// The bytes in the field, little-endian; none for another kind of field.
  public ByteBuffer bytes() {
    int length = kind == COUNTED ? at - from : 0;
    return ByteBuffer.wrap(bytes, from, length).slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  /// The floating-point number in the field; 0 for another kind of field.
  public double real() {
    ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return switch (kind) {
      case FOUR_BYTES -> all.getFloat(from);
      case EIGHT_BYTES -> all.getDouble(from);
      default -> 0;
    };
  }

  /// Adds the floating-point number in the field, or its packed list of them.
  ///
  /// @param before those of earlier fields
  /// @param size bytes of a packed number, 4 or 8
  public double[] reals(double[] before, int size) {
    if (kind != COUNTED) {
      double[] more = Arrays.copyOf(before, before.length + 1);
      more[before.length] = real();
      return more;
    }
    ByteBuffer packed = bytes();
    double[] more = Arrays.copyOf(before, before.length + packed.remaining() / size);
    for (int i = before.length; i < more.length; i++) {
      more[i] = size == 4 ? packed.getFloat() : packed.getDouble();
    }
    return more;
  }

  /// Whether anything is left, of packed numbers.
  public boolean hasMore() {
    return !damaged && at < end;
  }

  /// Whether all of it was read without damage.
  public boolean whole() {
    return !damaged && at == end;
  }

  /// The next number of packed ones.
  public long number() {
    long result = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at >= end) {
        break;
      }
      byte next = bytes[at++];
      result |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return result;
      }
    }
    damaged = true;
    return 0;
  }
}
