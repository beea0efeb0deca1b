package dev.hindsight.trainer.policy;

import java.nio.ByteBuffer;

/// How a file stores a weight; all are converted to 32-bit floats.
enum StorageType {
  /// IEEE 754 binary32.
  FLOAT(4),
  /// IEEE 754 binary16.
  HALF(2),
  /// The upper half of a binary32.
  BFLOAT16(2),
  /// IEEE 754 binary64, rounded to the nearest float.
  DOUBLE(8);

  private final int bytes;

  StorageType(int bytes) {
    this.bytes = bytes;
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
    };
  }
}
