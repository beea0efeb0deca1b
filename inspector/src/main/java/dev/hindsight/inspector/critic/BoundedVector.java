package dev.hindsight.inspector.critic;

/// Numbers in double precision, and how far those of a float32 computation may be from them. The
/// arrays must not change.
///
/// @param values the numbers
/// @param errors bound for each of them
record BoundedVector(double[] values, double[] errors) {
  /// Numbers that both computations read.
  static BoundedVector exact(double[] values) {
    return new BoundedVector(values, new double[values.length]);
  }
}
