package dev.hindsight.trainer.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// One figure of a benchmark, with its value in each repetition.
///
/// @param name in camel case, unique in its benchmark
/// @param unit such as `ms`; `1` for a bare number
/// @param better which values are better
/// @param values one for each repetition; infinite ones and NaN, which no machine measures, are
///   left out
public record BenchFigure(String name, String unit, Better better, List<Double> values) {
  /// Copies the finite values.
  public BenchFigure {
    values = values.stream().filter(Double::isFinite).toList();
  }

  /// Which values of a figure are better.
  public enum Better {
    /// Such as steps per second.
    MORE,
    /// Such as milliseconds.
    LESS,
    /// It says what was measured, such as a number of agents, and is never compared.
    NEITHER
  }

  /// A figure of which more is better, measured once.
  public static BenchFigure more(String name, String unit, Number value) {
    return new BenchFigure(name, unit, Better.MORE, List.of(value.doubleValue()));
  }

  /// A figure of which less is better, measured once.
  public static BenchFigure less(String name, String unit, Number value) {
    return new BenchFigure(name, unit, Better.LESS, List.of(value.doubleValue()));
  }

  /// A number that says what was measured.
  public static BenchFigure context(String name, String unit, Number value) {
    return new BenchFigure(name, unit, Better.NEITHER, List.of(value.doubleValue()));
  }

  /// The same figure with a prefix and a point before its name.
  public BenchFigure in(String prefix) {
    return new BenchFigure(prefix + "." + name, unit, better, values);
  }

  /// The same figure with the values of further repetitions.
  public BenchFigure and(Collection<Double> more) {
    List<Double> all = new ArrayList<>(values);
    all.addAll(more);
    return new BenchFigure(name, unit, better, all);
  }

  /// Whether a value was measured.
  public boolean measured() {
    return !values.isEmpty();
  }

  /// The median of the repetitions; NaN if there is none.
  public double median() {
    return quantile(0.5);
  }

  /// A quarter of the repetitions is below it.
  public double lowerQuartile() {
    return quantile(0.25);
  }

  /// A quarter of the repetitions is above it.
  public double upperQuartile() {
    return quantile(0.75);
  }

  /// Interpolated between neighbours (type 7 of Hyndman and Fan, 1996).
  private double quantile(double part) {
    if (values.isEmpty()) {
      return Double.NaN;
    }
    List<Double> sorted = values.stream().sorted().toList();
    double at = part * (sorted.size() - 1);
    double below = sorted.get((int) Math.floor(at));
    double above = sorted.get((int) Math.ceil(at));
    return below + (at - Math.floor(at)) * (above - below);
  }
}
