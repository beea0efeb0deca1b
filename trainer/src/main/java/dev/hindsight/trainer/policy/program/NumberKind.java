package dev.hindsight.trainer.policy.program;

import com.fasterxml.jackson.annotation.JsonValue;

/// The type of the numbers that a program takes or gives.
public enum NumberKind {
  /// 16-bit floats, with 5 bits of exponent.
  FLOAT16,
  /// 32-bit floats.
  FLOAT32,
  /// 64-bit floats.
  FLOAT64,
  /// 64-bit integers.
  INT64,
  /// 32-bit integers.
  INT32,
  /// Truth values.
  BOOL;

  /// The name in files: `float32`.
  @JsonValue
  public String id() {
    return switch (this) {
      case FLOAT16 -> "float16";
      case FLOAT32 -> "float32";
      case FLOAT64 -> "float64";
      case INT64 -> "int64";
      case INT32 -> "int32";
      case BOOL -> "bool";
    };
  }
}
