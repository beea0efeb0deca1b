package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.attention.AttentionTrace;

/// The weight that gets the strongest colour: a given percentage of all weights above 0 do not
/// exceed it.
///
/// Found exactly, without sorting. The bits of floats above 0 are ordered as the floats are, so one
/// count over their upper halves finds the upper half, and a second count over the lower halves
/// finds the rest.
final class ColourCeiling {
  private static final int HALF = 16;
  private static final int LOWER = (1 << HALF) - 1;

  private ColourCeiling() {}

  /// @param percent `0..100`; 100 is the largest weight
  /// @param diagonal whether the weights of queries on themselves count
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

  /// @param upper the upper half of the weights whose lower halves to count; -1 to count all
  ///   weights by their upper halves
  /// @return the number of weights counted
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

  /// The first place where the running count reaches a number.
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
