package dev.hindsight.trainer.learn.replay;

import java.util.Arrays;

/// Sums and minima over numbered leaves, with changes and searches in `O(log leaves)`: the segment
/// tree of Schaul et al., "Prioritized Experience Replay", 2016. It grows as needed; apart from
/// that it allocates nothing. One owner thread.
///
/// A leaf that is not set adds nothing to a sum and is no minimum. Every inner node is computed
/// from its two children, so the sums depend on the leaves alone, not on the order in which they
/// were set nor on how far the tree has grown, and rounding does not build up.
final class SumTree {
  /// How far beyond the total a search may ask, since a random share of it is rounded.
  private static final double BEYOND = 1e-5;

  /// Leaves there is room for, a power of 2.
  private int width;

  /// `[2 * width]` node 1 is the root, the children of i are 2 i and 2 i + 1, the leaves come last.
  private double[] sum;

  private double[] least;

  /// @param leaves for which there is room at first
  SumTree(int leaves) {
    width = Math.max(1, Integer.highestOneBit(Math.max(1, leaves - 1)) * 2);
    sum = new double[2 * width];
    least = new double[2 * width];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
  }

  /// Bytes that it takes.
  long bytes() {
    return 2L * Double.BYTES * sum.length;
  }

  /// Sets a leaf.
  ///
  /// @param value above 0 and finite
  void set(int leaf, double value) {
    check(leaf, value);
    while (leaf >= width) {
      widen();
    }
    put(leaf, value, value);
  }

  /// Sets leaves one after the other; the last value of a leaf counts. Faster than one by one: the
  /// nodes of a level do not depend on each other, so the processor fetches many at once, and those
  /// above many leaves are computed once.
  ///
  /// @param values as many as leaves, each above 0 and finite
  void set(int[] leaves, double[] values) {
    for (int i = 0; i < leaves.length; i++) {
      check(leaves[i], values[i]);
      while (leaves[i] >= width) {
        widen();
      }
    }
    for (int i = 0; i < leaves.length; i++) {
      sum[width + leaves[i]] = values[i];
      least[width + leaves[i]] = values[i];
    }
    int above = 1;
    int level = width >> 1;
    for (; level > leaves.length; level >>= 1) {
      for (int leaf : leaves) {
        join((width + leaf) >> above);
      }
      above++;
    }
    for (int node = 2 * level - 1; node > 0; node--) {
      join(node);
    }
  }

  private static void check(int leaf, double value) {
    if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("leaf " + leaf + " cannot be " + value);
    }
  }

  /// Takes a leaf away.
  void clear(int leaf) {
    if (leaf < width) {
      put(leaf, 0, Double.POSITIVE_INFINITY);
    }
  }

  private void put(int leaf, double value, double smallest) {
    int node = width + leaf;
    sum[node] = value;
    least[node] = smallest;
    for (node >>= 1; node > 0; node >>= 1) {
      join(node);
    }
  }

  private void join(int node) {
    sum[node] = sum[2 * node] + sum[2 * node + 1];
    least[node] = Math.min(least[2 * node], least[2 * node + 1]);
  }

  private void widen() {
    int leaves = width;
    width = 2 * leaves;
    double[] sums = new double[2 * width];
    double[] minima = new double[2 * width];
    Arrays.fill(minima, Double.POSITIVE_INFINITY);
    System.arraycopy(sum, leaves, sums, width, leaves);
    System.arraycopy(least, leaves, minima, width, leaves);
    sum = sums;
    least = minima;
    rebuild();
  }

  /// Computes all inner nodes from the leaves; nothing changes by it.
  void rebuild() {
    for (int node = width - 1; node > 0; node--) {
      join(node);
    }
  }

  /// Sum of all leaves.
  double total() {
    return sum[1];
  }

  /// The smallest leaf; infinite if none is set.
  double least() {
    return least[1];
  }

  /// Sum of the leaves from the first one to before the last one.
  double sum(int first, int last) {
    double total = 0;
    int low = width + Math.min(first, width);
    int high = width + Math.min(last, width);
    for (; low < high; low >>= 1, high >>= 1) {
      total += (low & 1) == 1 ? sum[low++] : 0;
      total += (high & 1) == 1 ? sum[--high] : 0;
    }
    return total;
  }

  /// The smallest of the leaves from the first one to before the last one; infinite if none is set.
  double least(int first, int last) {
    double smallest = Double.POSITIVE_INFINITY;
    int low = width + Math.min(first, width);
    int high = width + Math.min(last, width);
    for (; low < high; low >>= 1, high >>= 1) {
      smallest = Math.min(smallest, (low & 1) == 1 ? least[low++] : smallest);
      smallest = Math.min(smallest, (high & 1) == 1 ? least[--high] : smallest);
    }
    return smallest;
  }

  /// A leaf's value; 0 if it is not set.
  double value(int leaf) {
    return leaf < width ? sum[width + leaf] : 0;
  }

  /// The leaf at which the running sum first exceeds a number. It is always one that is set, also
  /// for the total itself and, within a rounding error, beyond it.
  ///
  /// @param prefix from 0 to the total
  /// @throws IllegalArgumentException if it is not, or if no leaf is set
  int find(double prefix) {
    double rest = within(prefix);
    int node = 1;
    while (node < width) {
      node *= 2;
      // Rounding may leave a little more than the left sum although the right side is empty.
      if (sum[node] <= rest && sum[node + 1] > 0) {
        rest -= sum[node];
        node++;
      }
    }
    return node - width;
  }

  /// Searches for many numbers at once, each as [#find(double)] does: level by level, so that the
  /// processor fetches the nodes of many searches at the same time.
  ///
  /// @param prefixes each from 0 to the total; afterwards what was left of them
  /// @param found `[prefixes]` gets the leaves
  void find(double[] prefixes, int[] found) {
    for (int i = 0; i < prefixes.length; i++) {
      prefixes[i] = within(prefixes[i]);
      found[i] = 1;
    }
    for (int level = 1; level < width; level *= 2) {
      for (int i = 0; i < prefixes.length; i++) {
        int left = 2 * found[i];
        double rest = prefixes[i];
        boolean right = sum[left] <= rest && sum[left + 1] > 0;
        found[i] = right ? left + 1 : left;
        prefixes[i] = rest - (right ? sum[left] : 0);
      }
    }
    for (int i = 0; i < prefixes.length; i++) {
      found[i] -= width;
    }
  }

  private double within(double prefix) {
    if (!(prefix >= 0 && prefix <= total() + BEYOND && total() > 0)) {
      throw new IllegalArgumentException(prefix + " is not between 0 and " + total());
    }
    return Math.min(prefix, Math.nextDown(total()));
  }
}
