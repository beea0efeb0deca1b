package dev.hindsight.trainer.rollout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/// An array as NumPy stores it: element type, shape, and the elements in C order, little-endian.
///
/// @param dtype the element type
/// @param shape sizes, outermost first; empty for a scalar
/// @param data the elements; position 0 is the first. Never written after construction
public record NpyArray(Dtype dtype, int[] shape, ByteBuffer data) {
  /// Checks that shape and data agree, and keeps a read-only little-endian view.
  public NpyArray {
    long wanted = count(shape) * dtype.bytes();
    if (data.remaining() != wanted) {
      throw new IllegalArgumentException(
          "shape "
              + Arrays.toString(shape)
              + " wants "
              + wanted
              + " bytes, there are "
              + data.remaining());
    }
    data = data.slice().asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /// A float array of the given shape.
  public static NpyArray of(float[] values, int... shape) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * 4).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asFloatBuffer().put(values);
    return new NpyArray(Dtype.F4, shape, bytes);
  }

  /// A double array of the given shape.
  public static NpyArray of(double[] values, int... shape) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * 8).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(values);
    return new NpyArray(Dtype.F8, shape, bytes);
  }

  /// An int array of the given shape.
  public static NpyArray of(int[] values, int... shape) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * 4).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(values);
    return new NpyArray(Dtype.I4, shape, bytes);
  }

  /// Number of elements.
  public int length() {
    return data.capacity() / dtype.bytes();
  }

  /// One element of an integer or boolean array, exactly.
  public long integer(int index) {
    return dtype == Dtype.I8 ? data.getLong(8 * index) : (long) value(index);
  }

  /// One element as a double; an `i8` loses what a double cannot hold, see [#integer].
  public double value(int index) {
    return switch (dtype) {
      case F2 -> Float.float16ToFloat(data.getShort(2 * index));
      case F4 -> data.getFloat(4 * index);
      case F8 -> data.getDouble(8 * index);
      case I1, BOOL -> data.get(index);
      case U1 -> data.get(index) & 0xff;
      case I2 -> data.getShort(2 * index);
      case I4 -> data.getInt(4 * index);
      case I8 -> data.getLong(8 * index);
    };
  }

  /// All elements, converted.
  public float[] floats() {
    float[] values = new float[length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) value(i);
    }
    return values;
  }

  /// All elements, converted.
  public int[] ints() {
    int[] values = new int[length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = (int) value(i);
    }
    return values;
  }

  private static long count(int[] shape) {
    long count = 1;
    for (int size : shape) {
      count = Math.multiplyExact(count, (long) size);
    }
    return count;
  }
}
