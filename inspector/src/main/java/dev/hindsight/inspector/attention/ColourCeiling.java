package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.attention.AttentionTrace;

/// The weight that gets the strongest colour: so many percent of all weights above 0 are no larger.
///
/// Found without sorting, exactly: bits of floats above 0 are ordered as the floats are, so that
/// counting by their upper halves says in which one it is, and counting those by their lower halves
/// which it is.
final class ColourCeiling {
  private static final int HALF = 16;
  private static final int LOWER = (1 << HALF) - 1;

  private ColourCeiling() {}

  /// @param percent `0..100`; 100 is the largest weight
  /// @param diagonal whether queries' weights on themselves count
  /// @return above 0
  static float of(AttentionTrace trace, float[] plane, double percent, Diagonal diagonal) {
    int[] byUpper = new int[1 << HALF];
    int all = count(trace, plane, diagonal, byUpper, -1);
    if (all == 0) {
      return 1;
    }
    int wanted = Math.clamp((long) Math.ceil(percent / 100 * all), 1, all);
    int upper = place(byUpper, wanted);
    for (int i = 0; i < upper; i++) {
      wanted -= byUpper[i];
    }
    int[] byLower = new int[1 << HALF];
    count(trace, plane, diagonal, byLower, upper);
    return Float.intBitsToFloat((upper << HALF) | place(byLower, wanted));
  }

  /// @param upper of the weights to count by their lower halves; -1 to count all by their upper
  ///   ones
  /// @return how many were counted
  private static int count(
      AttentionTrace trace, float[] plane, Diagonal diagonal, int[] counts, int upper) {
    int all = 0;
    for (int query = 0; query < trace.span().ticks(); query++) {
      int offset = trace.offset(query);
      int self = diagonal == Diagonal.HIDDEN ? offset + query : -1;
      for (int at = offset; at < trace.offset(query + 1); at++) {
        if (plane[at] > 0 && at != self) {
          int bits = Float.floatToRawIntBits(plane[at]);
          if (upper < 0) {
            counts[bits >>> HALF]++;
            all++;
          } else if (bits >>> HALF == upper) {
            counts[bits & LOWER]++;
            all++;
          }
        }
      }
    }
    return all;
  }

  /// Where so many have been counted.
  private static int place(int[] counts, int wanted) {
    int counted = 0;
    for (int i = 0; i < counts.length; i++) {
      counted += counts[i];
      if (counted >= wanted) {
        return i;
      }
    }
    throw new IllegalStateException("fewer were counted than there are");
  }
}
