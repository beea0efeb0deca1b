package dev.hindsight.trainer.policy.program;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Steps through the fields of a protocol buffer. Never reads beyond its end: a damaged message
/// ends early and is not [#whole()].
final class ProtoReader {
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

  ProtoReader(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /// Moves to the next field; false at the end.
  boolean next() {
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
  int field() {
    return field;
  }

  /// Whether the field holds a message, a text, or packed numbers.
  boolean isMessage() {
    return kind == COUNTED;
  }

  /// The number in the field; 0 for another kind of field.
  long value() {
    return kind == VARINT ? value : 0;
  }

  /// The field as a message; an empty one for another kind of field.
  ProtoReader message() {
    return kind == COUNTED ? new ProtoReader(bytes, from, at) : new ProtoReader(bytes, 0, 0);
  }

  /// The field as a text.
  String text() {
    return kind == COUNTED ? new String(bytes, from, at - from, UTF_8) : "";
  }

  /// Whether anything is left, of packed numbers.
  boolean hasMore() {
    return !damaged && at < end;
  }

  /// Whether all of it was read without damage.
  boolean whole() {
    return !damaged && at == end;
  }

  /// The next number of packed ones.
  long number() {
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
