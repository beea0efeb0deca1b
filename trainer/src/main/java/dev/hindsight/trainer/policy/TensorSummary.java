package dev.hindsight.trainer.policy;

import java.util.Arrays;

/// The numbers of a tensor at a glance.
///
/// @param name of the tensor
/// @param shape sizes, outermost first
/// @param count of its numbers
/// @param nonFinite how many are NaN or infinite; the others below leave them out
/// @param norm root of the sum of squares
/// @param mean NaN without numbers, like those below
/// @param deviation standard deviation
/// @param least the smallest number
/// @param most the largest number
/// @param histogram how many lie in each of [#BINS] equal parts of `[least, most]`
public record TensorSummary(
    String name,
    int[] shape,
    int count,
    int nonFinite,
    double norm,
    double mean,
    double deviation,
    double least,
    double most,
    int[] histogram) {
  /// Parts of a histogram.
  public static final int BINS = 16;

  private static final String BARS = " ▁▂▃▄▅▆▇█";

  /// What a tensor differs in from another of the same shape.
  ///
  /// @param largest difference of a number
  /// @param relative norm of the difference by the norm of this one; NaN if that is 0
  public record Difference(double largest, double relative) {}

  /// Looks at all numbers once for the extent, and once for the histogram.
  public static TensorSummary of(Tensor tensor) {
    int nonFinite = 0;
    double sum = 0;
    double squares = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (float value : tensor.values()) {
      if (!Float.isFinite(value)) {
        nonFinite++;
        continue;
      }
      sum += value;
      squares += (double) value * value;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    int count = tensor.values().length;
    int finite = count - nonFinite;
    double mean = finite == 0 ? Double.NaN : sum / finite;
    int[] histogram = new int[BINS];
    double spread = 0;
    for (float value : tensor.values()) {
      if (Float.isFinite(value)) {
        spread += (value - mean) * (value - mean);
        double place = most > least ? (value - least) / (most - least) : 0;
        histogram[(int) Math.min(BINS - 1, place * BINS)]++;
      }
    }
    return new TensorSummary(
        tensor.name(),
        tensor.shape(),
        count,
        nonFinite,
        Math.sqrt(squares),
        mean,
        finite == 0 ? Double.NaN : Math.sqrt(spread / finite),
        finite == 0 ? Double.NaN : least,
        finite == 0 ? Double.NaN : most,
        histogram);
  }

  /// How far a tensor is from another.
  ///
  /// @param other of the same shape
  public static Difference difference(Tensor tensor, Tensor other) {
    if (!Arrays.equals(tensor.shape(), other.shape())) {
      throw new IllegalArgumentException("tensors of other shapes");
    }
    double largest = 0;
    double squares = 0;
    double norm = 0;
    for (int i = 0; i < tensor.values().length; i++) {
      double difference = (double) tensor.values()[i] - other.values()[i];
      largest = Double.isNaN(difference) ? difference : Math.max(largest, Math.abs(difference));
      squares += difference * difference;
      norm += (double) tensor.values()[i] * tensor.values()[i];
    }
    return new Difference(largest, norm == 0 ? Double.NaN : Math.sqrt(squares / norm));
  }

  /// The histogram as a row of bars.
  public String bars() {
    int highest = Math.max(1, Arrays.stream(histogram).max().orElse(1));
    StringBuilder bars = new StringBuilder();
    for (int bin : histogram) {
      bars.append(BARS.charAt((int) Math.ceil(8.0 * bin / highest)));
    }
    return bars.toString();
  }
}
