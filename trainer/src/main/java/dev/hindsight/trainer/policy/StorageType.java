package dev.hindsight.trainer.policy;

import java.nio.ByteBuffer;

/// How a file stores a tensor's numbers; all are converted to 32-bit floats. Weights are never
/// whole numbers, but counters beside them are.
enum StorageType {
  /// IEEE 754 binary32.
  FLOAT(4),
  /// IEEE 754 binary16.
  HALF(2),
  /// The upper half of a binary32.
  BFLOAT16(2),
  /// IEEE 754 binary64, rounded to the nearest float.
  DOUBLE(8),
  /// Whole numbers of 64 bits.
  LONG(8),
  /// Whole numbers of 32 bits.
  INT(4),
  /// Whole numbers of 16 bits.
  SHORT(2),
  /// Whole numbers of 8 bits.
  BYTE(1),
  /// Whole numbers of 8 bits without a sign, and truth values.
  UNSIGNED_BYTE(1);

  private final int bytes;

  StorageType(int bytes) {
    this.bytes = bytes;
  }

  /// Whether it holds whole numbers.
  boolean whole() {
    return switch (this) {
      case FLOAT, HALF, BFLOAT16, DOUBLE -> false;
      case LONG, INT, SHORT, BYTE, UNSIGNED_BYTE -> true;
    };
  }

  /// Bytes per element.
  int bytes() {
    return bytes;
  }

  /// One element of a little-endian buffer.
  float value(ByteBuffer data, int index) {
    return switch (this) {
      case FLOAT -> data.getFloat(4 * index);
      case HALF -> Float.float16ToFloat(data.getShort(2 * index));
      case BFLOAT16 -> Float.intBitsToFloat(data.getShort(2 * index) << 16);
      case DOUBLE -> (float) data.getDouble(8 * index);
      case LONG -> (float) data.getLong(8 * index);
      case INT -> (float) data.getInt(4 * index);
      case SHORT -> data.getShort(2 * index);
      case BYTE -> data.get(index);
      case UNSIGNED_BYTE -> data.get(index) & 0xff;
    };
  }
}
