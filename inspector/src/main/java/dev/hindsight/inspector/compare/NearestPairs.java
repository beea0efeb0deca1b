package dev.hindsight.inspector.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/// Pairs the numbers of two ascending lists in order: every number of the shorter list gets a
/// partner, and the sum of distances is as small as possible.
///
/// Dynamic programming over (i of the shorter list, how many of the longer were skipped), which
/// takes n (m - n + 1) steps and as many bits for n and m numbers. Among equally good pairings it
/// picks the one that skips late, whichever list comes first.
final class NearestPairs {
  private NearestPairs() {}

  /// @param one index in the first list
  /// @param other index in the second
  record IndexPair(int one, int other) {
    IndexPair swapped() {
      return new IndexPair(other, one);
    }
  }

  static List<IndexPair> of(int[] one, int[] other) {
    return one.length <= other.length
        ? shorterFirst(one, other)
        : shorterFirst(other, one).stream().map(IndexPair::swapped).toList();
  }

  private static List<IndexPair> shorterFirst(int[] shorter, int[] longer) {
    int n = shorter.length;
    int spare = longer.length - n;
    long[] least = new long[spare + 1];
    BitSet[] passed = new BitSet[n];
    for (int i = 0; i < n; i++) {
      passed[i] = new BitSet(spare + 1);
      for (int skipped = 0; skipped <= spare; skipped++) {
        least[skipped] += Math.abs((long) shorter[i] - longer[i + skipped]);
        // Skipping one before i costs no more than pairing i with an earlier one.
        if (skipped > 0 && least[skipped - 1] <= least[skipped]) {
          least[skipped] = least[skipped - 1];
          passed[i].set(skipped);
        }
      }
    }
    List<IndexPair> pairs = new ArrayList<>();
    int skipped = spare;
    for (int i = n - 1; i >= 0; i--) {
      while (passed[i].get(skipped)) {
        skipped--;
      }
      pairs.add(new IndexPair(i, i + skipped));
    }
    Collections.reverse(pairs);
    return pairs;
  }

  /// The sum of a pairing's distances.
  static long distance(int[] one, int[] other, List<IndexPair> pairs) {
    return pairs.stream()
        .mapToLong(indexPair -> Math.abs((long) one[indexPair.one()] - other[indexPair.other()]))
        .sum();
  }

  /// The distinct numbers of an ascending list.
  static int[] distinct(int[] sorted) {
    return Arrays.stream(sorted).distinct().toArray();
  }
}
