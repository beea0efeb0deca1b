package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The element types a channel may have, little-endian, named as NumPy writes them.
public enum Dtype {
  /// 16-bit float, for stored attention.
  F2("<f2", 2),
  /// 32-bit float.
  F4("<f4", 4),
  /// 64-bit float.
  F8("<f8", 8),
  /// 8-bit signed integer.
  I1("|i1", 1),
  /// 8-bit unsigned integer.
  U1("|u1", 1),
  /// 16-bit signed integer.
  I2("<i2", 2),
  /// 32-bit signed integer.
  I4("<i4", 4),
  /// 64-bit signed integer.
  I8("<i8", 8),
  /// One byte, 0 or 1.
  BOOL("|b1", 1);

  /// Every read of a channel asks for its type.
  private static final Map<String, Dtype> BY_DESCR = byDescr();

  private final String code;
  private final int bytes;

  Dtype(String code, int bytes) {
    this.code = code;
    this.bytes = bytes;
  }

  /// The NumPy `descr`, as in the manifest and in every NPY header.
  public String code() {
    return code;
  }

  /// Bytes per element.
  public int bytes() {
    return bytes;
  }

  /// Writes one element, rounded or cut to this type.
  ///
  /// @param value for [#I8] only whole numbers that a double holds are exact
  public void put(ByteBuffer to, double value) {
    switch (this) {
      case F2 -> to.putShort(Float.floatToFloat16((float) value));
      case F4 -> to.putFloat((float) value);
      case F8 -> to.putDouble(value);
      case I1, U1, BOOL -> to.put((byte) (int) value);
      case I2 -> to.putShort((short) value);
      case I4 -> to.putInt((int) value);
      case I8 -> to.putLong((long) value);
    }
  }

  private static Map<String, Dtype> byDescr() {
    Map<String, Dtype> all = new HashMap<>();
    for (Dtype type : values()) {
      all.put(type.code, type);
      if (type.bytes == 1) {
        for (String order : List.of("", "<", ">", "|", "=")) {
          all.put(order + type.code.substring(1), type);
        }
      }
    }
    all.put("bool", BOOL);
    return all;
  }

  /// Parses a NumPy `descr`; the byte-order mark of a one-byte type is ignored.
  ///
  /// @throws Problem if the type is none of these
  public static Dtype of(String descr, String where) {
    @Nullable Dtype type = BY_DESCR.get(descr);
    if (type != null) {
      return type;
    }
    throw new Problem(
        wording("Dtype.element_type_is_not_supported", descr),
        where,
        wording("Dtype.store_it_as_one_of_f4"));
  }
}
