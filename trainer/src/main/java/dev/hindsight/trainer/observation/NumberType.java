package dev.hindsight.trainer.observation;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.hindsight.trainer.Problem;
import java.nio.ByteBuffer;
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
        throw new Problem(
            wording("NumberType.the_number_does_not_fit", number, code),
            wording("NumberType.number", i),
            wording("NumberType.declare_a_wider_type"));
      }
      switch (this) {
        case F4 -> target.putFloat(number);
        case I1, U1 -> target.put((byte) (int) number);
        case I2 -> target.putShort((short) number);
      }
    }
  }

  /// Reads numbers that [#put] wrote. Allocates nothing.
  ///
  /// @param source little-endian
  /// @param numbers receives them from its position on
  public void get(ByteBuffer source, FloatBuffer numbers, int count) {
    for (int i = 0; i < count; i++) {
      numbers.put(
          switch (this) {
            case F4 -> source.getFloat();
            case I1 -> source.get();
            case U1 -> source.get() & 0xff;
            case I2 -> source.getShort();
          });
    }
  }
}
