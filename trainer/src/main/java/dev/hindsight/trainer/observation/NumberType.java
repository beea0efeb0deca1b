package dev.hindsight.trainer.observation;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.hindsight.trainer.Problem;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/// How the numbers of an observation are stored, in recordings and in a trainer's memory, named as
/// NumPy writes them. While they are used they are floats: every whole number of these types is a
/// float exactly.
public enum NumberType {
  /// 32-bit float.
  F4("<f4", 4, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY),
  /// 8-bit signed integer.
  I1("|i1", 1, Byte.MIN_VALUE, Byte.MAX_VALUE),
  /// 8-bit unsigned integer.
  U1("|u1", 1, 0, 255),
  /// 16-bit signed integer.
  I2("<i2", 2, Short.MIN_VALUE, Short.MAX_VALUE);

  private static final VarHandle FLOATS =
      MethodHandles.byteArrayViewVarHandle(float[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private final String code;
  private final int bytes;
  private final float least;
  private final float most;

  NumberType(String code, int bytes, float least, float most) {
    this.code = code;
    this.bytes = bytes;
    this.least = least;
    this.most = most;
  }

  /// The NumPy `descr`.
  @JsonValue
  public String code() {
    return code;
  }

  /// Bytes per number.
  public int bytes() {
    return bytes;
  }

  /// The type with a NumPy `descr`.
  ///
  /// @throws IllegalArgumentException if it is none of these
  @JsonCreator
  public static NumberType of(String code) {
    for (NumberType type : values()) {
      if (type.code.equals(code)) {
        return type;
      }
    }
    throw new IllegalArgumentException(code);
  }

  /// Whether a number is stored exactly. As a float, every number is, NaN too.
  public boolean holds(float number) {
    return this == F4 || (number >= least && number <= most && number == (int) number);
  }

  /// Writes numbers. Allocates nothing.
  ///
  /// @param from index of the first in `numbers`, whose position does not change
  /// @param target little-endian; receives `count * bytes()` bytes
  /// @throws Problem if the type does not hold one of them, naming its index
  public void put(FloatBuffer numbers, int from, int count, ByteBuffer target) {
    for (int i = from; i < from + count; i++) {
      float number = numbers.get(i);
      if (!holds(number)) {
        throw unfit(number, i);
      }
      switch (this) {
        case F4 -> target.putFloat(number);
        case I1, U1 -> target.put((byte) (int) number);
        case I2 -> target.putShort((short) number);
      }
    }
  }

  /// Packs numbers into an array. Hot loop: allocates nothing.
  ///
  /// @param numbers `count` of them from index `from`
  /// @param packed receives `count * bytes()` bytes, little-endian, from index `to` on
  /// @throws Problem if the type does not hold one of them, naming its index
  void pack(float[] numbers, int from, int count, byte[] packed, int to) {
    boolean exact = true;
    switch (this) {
      case F4 -> {
        for (int i = 0; i < count; i++) {
          FLOATS.set(packed, to + Float.BYTES * i, numbers[from + i]);
        }
      }
      case I1 -> {
        for (int i = 0; i < count; i++) {
          byte number = (byte) (int) numbers[from + i];
          packed[to + i] = number;
          exact &= number == numbers[from + i];
        }
      }
      case U1 -> {
        for (int i = 0; i < count; i++) {
          byte number = (byte) (int) numbers[from + i];
          packed[to + i] = number;
          exact &= (number & 0xff) == numbers[from + i];
        }
      }
      case I2 -> {
        for (int i = 0; i < count; i++) {
          short number = (short) (int) numbers[from + i];
          SHORTS.set(packed, to + Short.BYTES * i, number);
          exact &= number == numbers[from + i];
        }
      }
    }
    if (!exact) {
      refuse(numbers, from, count);
    }
  }

  private void refuse(float[] numbers, int from, int count) {
    for (int i = from; i < from + count; i++) {
      if (!holds(numbers[i])) {
        throw unfit(numbers[i], i);
      }
    }
  }

  private Problem unfit(float number, int index) {
    return new Problem(
        wording("NumberType.the_number_does_not_fit", number, code),
        wording("NumberType.number", index),
        wording("NumberType.declare_a_wider_type"));
  }

  /// Unpacks numbers that [#pack] packed. Hot loop: allocates nothing.
  ///
  /// @param packed little-endian, from index `from` on
  /// @param numbers receives `count` of them from index `to` on
  void unpack(byte[] packed, int from, float[] numbers, int to, int count) {
    switch (this) {
      case F4 -> {
        for (int i = 0; i < count; i++) {
          numbers[to + i] = (float) FLOATS.get(packed, from + Float.BYTES * i);
        }
      }
      case I1 -> {
        for (int i = 0; i < count; i++) {
          numbers[to + i] = packed[from + i];
        }
      }
      case U1 -> {
        for (int i = 0; i < count; i++) {
          numbers[to + i] = packed[from + i] & 0xff;
        }
      }
      case I2 -> {
        for (int i = 0; i < count; i++) {
          numbers[to + i] = (short) SHORTS.get(packed, from + Short.BYTES * i);
        }
      }
    }
  }
}
