package dev.hindsight.trainer.rollout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Reads numbers of any element type from memory; no allocation.
///
/// Offsets are in bytes. Foreign files need not be aligned, so the layouts here are unaligned.
final class ElementReader {
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ORDER);
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ORDER);
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ORDER);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ORDER);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ORDER);

  private ElementReader() {}

  static double number(Dtype dtype, MemorySegment memory, long at) {
    return switch (dtype) {
      case F2 -> Float.float16ToFloat(memory.get(SHORT, at));
      case F4 -> memory.get(FLOAT, at);
      case F8 -> memory.get(DOUBLE, at);
      case I1, U1, I2, I4, I8, BOOL -> whole(dtype, memory, at);
    };
  }

  /// Truncates floating-point numbers towards 0; a Boolean is 1 for any byte but 0.
  static long whole(Dtype dtype, MemorySegment memory, long at) {
    return switch (dtype) {
      case F2, F4, F8 -> (long) number(dtype, memory, at);
      case I1 -> memory.get(BYTE, at);
      case U1 -> memory.get(BYTE, at) & 0xff;
      case BOOL -> memory.get(BYTE, at) == 0 ? 0 : 1;
      case I2 -> memory.get(SHORT, at);
      case I4 -> memory.get(INT, at);
      case I8 -> memory.get(LONG, at);
    };
  }

  static void read(Dtype dtype, MemorySegment memory, long at, float[] target, int count) {
    if (dtype == Dtype.F4) {
      MemorySegment.copy(memory, FLOAT, at, target, 0, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      target[i] = (float) number(dtype, memory, at + (long) i * dtype.bytes());
    }
  }

  static void read(Dtype dtype, MemorySegment memory, long at, int[] target, int count) {
    if (dtype == Dtype.I4) {
      MemorySegment.copy(memory, INT, at, target, 0, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      target[i] = (int) whole(dtype, memory, at + (long) i * dtype.bytes());
    }
  }
}
