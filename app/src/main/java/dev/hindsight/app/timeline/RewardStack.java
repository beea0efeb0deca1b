package dev.hindsight.app.timeline;

import dev.hindsight.trainer.outcome.RewardBreakdown;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// The parts of an agent's reward as a lane stacks them: the part with the largest total first.
///
/// @param read the parts at every tick
/// @param order indices of the parts that were paid, the largest first
/// @param reach the value at the upper edge of the lane, and its negative at the lower; larger
///   stacks are cut off and marked, because a single prize would flatten all others
record RewardStack(RewardBreakdown read, List<Integer> order, double reach) {
  /// Stacks up to this share of the ticks may be cut off.
  private static final double CUT = 0.02;

  /// Nothing is cut off if the largest stack is at most this many times as large as the others.
  private static final double FEW_TIMES = 4;

  /// Copies the list.
  RewardStack {
    order = List.copyOf(order);
  }

  /// Reads through all ticks: for background threads.
  static RewardStack of(RewardBreakdown read) {
    int parts = read.names().size();
    double[] total = new double[parts];
    double[] heights = new double[read.ticks()];
    for (int tick = 0; tick < heights.length; tick++) {
      double up = 0;
      double down = 0;
      for (int part = 0; part < parts; part++) {
        double value = read.value(part, tick);
        if (Double.isFinite(value)) {
          total[part] += Math.abs(value);
          up += Math.max(0, value);
          down += Math.max(0, -value);
        }
      }
      heights[tick] = Math.max(up, down);
    }
    List<Integer> order =
        IntStream.range(0, parts)
            .filter(read::paid)
            .boxed()
            .sorted(Comparator.comparingDouble(part -> -total[part]))
            .toList();
    return new RewardStack(read, order, reach(heights));
  }

  private static double reach(double[] heights) {
    double[] paid = Arrays.stream(heights).filter(height -> height > 0).sorted().toArray();
    if (paid.length == 0) {
      return 1;
    }
    double most = paid[paid.length - 1];
    double usual = paid[(int) Math.floor((paid.length - 1) * (1 - CUT))];
    return most <= FEW_TIMES * usual ? most : usual * 1.25;
  }

  /// The sum of all parts at a tick.
  double sum(int tick) {
    double sum = 0;
    for (int part : order) {
      sum += read.value(part, tick);
    }
    return sum;
  }

  /// The sum of the parts from a place in the order on.
  double rest(int from, int tick) {
    double sum = 0;
    for (int i = from; i < order.size(); i++) {
      sum += read.value(order.get(i), tick);
    }
    return sum;
  }
}
