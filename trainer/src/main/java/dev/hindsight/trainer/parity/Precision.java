package dev.hindsight.trainer.parity;

/// The precision that weights are rounded to before use.
public enum Precision {
  /// Unchanged: 24 bits.
  FLOAT32("float32"),
  /// 8 bits, the range of float32.
  BFLOAT16("bfloat16"),
  /// 11 bits.
  FLOAT16("float16"),
  /// What GPUs use by default to multiply float32: 11 bits, the range of float32.
  TF32("TF32");

  private final String words;

  Precision(String words) {
    this.words = words;
  }

  /// For people.
  public String words() {
    return words;
  }

  /// The largest relative error of one rounding, for numbers in range.
  public double roundoff() {
    return switch (this) {
      case FLOAT32 -> 0x1p-24;
      case BFLOAT16 -> 0x1p-8;
      case FLOAT16, TF32 -> 0x1p-11;
    };
  }

  /// The nearest representable number, ties to even.
  public float round(float value) {
    return switch (this) {
      case FLOAT32 -> value;
      case BFLOAT16 -> cut(value, 16);
      case TF32 -> cut(value, 13);
      case FLOAT16 -> Float.float16ToFloat(Float.floatToFloat16(value));
    };
  }

  /// Rounds to fewer bits.
  private static float cut(float value, int bits) {
    int raw = Float.floatToRawIntBits(value);
    int half = (1 << (bits - 1)) - 1 + ((raw >>> bits) & 1);
    return Float.isFinite(value) ? Float.intBitsToFloat((raw + half) >>> bits << bits) : value;
  }
}
