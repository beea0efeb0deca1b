package dev.hindsight.trainer.parity;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/// How far rounding may move a network's outputs, tick by tick: a bound for all logits of a tick,
/// and one for its value. The arrays must not change afterwards.
///
/// Rounding errors are not absolute: they grow with the numbers that are added, and a recurrence
/// carries them on. So they are measured. [#floor] is what any forward pass may lose; if that is
/// not enough, [#measured] changes every weight by up to [Arithmetic#NUDGE] of itself and takes
/// [#MARGIN] times the effect on the outputs. `docs/audits.md` explains these numbers.
///
/// @param logits `[n]`
/// @param values `[n]`
public record Tolerance(double[] logits, double[] values) {
  /// Relative to the largest logit of a tick, or to its value: 64 u, u = 2^-24.
  public static final double FLOOR = 0x1p-18;

  /// Factor on the effect of nudged weights. Reordered sums were observed to reach 1.4 of that
  /// effect.
  public static final double MARGIN = 8;

  /// Ticks to look back for a larger effect, because effects need not peak at the same tick.
  private static final int BACK = 4;

  /// The rounding error of any forward pass.
  public static Tolerance floor(Outputs outputs) {
    int n = outputs.actions();
    double[] logits = new double[outputs.ticks()];
    double[] values = new double[outputs.ticks()];
    for (int t = 0; t < logits.length; t++) {
      for (int i = 0; i < n; i++) {
        logits[t] = Math.max(logits[t], finite(FLOOR * Math.abs(outputs.logits()[t * n + i])));
      }
      values[t] = finite(FLOOR * Math.abs(outputs.values()[t]));
    }
    return new Tolerance(logits, values);
  }

  /// The floor, or more if errors grow.
  ///
  /// @param nudged outputs with nudged weights, several times: the effects of one nudge may happen
  ///   to cancel at a tick
  public static Tolerance measured(Outputs outputs, List<Outputs> nudged) {
    Tolerance least = floor(outputs);
    int n = outputs.actions();
    int ticks = outputs.ticks();
    double[] logits = new double[ticks];
    double[] values = new double[ticks];
    for (Outputs other : nudged) {
      for (int t = 0; t < ticks; t++) {
        for (int i = t * n; i < (t + 1) * n; i++) {
          logits[t] =
              Math.max(logits[t], finite(Math.abs(outputs.logits()[i] - other.logits()[i])));
        }
        values[t] = Math.max(values[t], finite(Math.abs(outputs.values()[t] - other.values()[t])));
      }
    }
    // A value is a single number, and both effects on it may happen to cancel. It comes from the
    // same vector as the logits, so its error is about as large as theirs, as far as the two are
    // related.
    double ratio = ratio(logits, values);
    for (int t = 0; t < ticks; t++) {
      values[t] = Math.max(values[t], ratio * logits[t]);
    }
    return new Tolerance(
        Tolerance.wide(least.logits, logits), Tolerance.wide(least.values, values));
  }

  /// Mean ratio of a value's change to that of its tick's logits.
  private static double ratio(double[] logits, double[] values) {
    double sum = 0;
    int count = 0;
    for (int t = 0; t < logits.length; t++) {
      if (logits[t] > 0) {
        sum += values[t] / logits[t];
        count++;
      }
    }
    return count == 0 ? 0 : sum / count;
  }

  private static double[] wide(double[] least, double[] effect) {
    double[] wide = new double[least.length];
    for (int t = 0; t < wide.length; t++) {
      double most = 0;
      for (int back = Math.max(0, t - BACK); back <= t; back++) {
        most = Math.max(most, effect[back]);
      }
      wide[t] = Math.max(least[t], MARGIN * most);
    }
    return wide;
  }

  private static double finite(double number) {
    return Double.isFinite(number) ? number : 0;
  }

  /// The tolerances of a part of the ticks.
  public Tolerance part(int from, int to) {
    return new Tolerance(
        Arrays.copyOfRange(logits, from, to), Arrays.copyOfRange(values, from, to));
  }

  /// The tolerance multiplied by a factor.
  public Tolerance times(double factor) {
    return new Tolerance(
        DoubleStream.of(logits).map(x -> factor * x).toArray(),
        DoubleStream.of(values).map(x -> factor * x).toArray());
  }
}
