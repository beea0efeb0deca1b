package dev.hindsight.trainer.observation;

import dev.hindsight.trainer.NumberWords;
import java.util.List;
import java.util.Map;

/// The meaning of a bare number that a policy reads or writes, so that people can read it too.
///
/// @param unit of the decoded number: `m`; empty for none. It may end in the side that positive
///   numbers are on, like `m left`: [#describe] then names the side
/// @param factor between the raw number and the decoded one
/// @param range least and most reasonable raw value; empty if unknown
/// @param words the words for 0, 1, ... if the number stands for a word; else empty
public record Quantity(String unit, double factor, List<Double> range, List<String> words) {
  /// A number without a unit.
  public static final Quantity PLAIN = new Quantity("", 1, List.of(), List.of());

  /// 0 or 1.
  public static final Quantity FLAG = oneOf("no", "yes");

  /// A cosine, a sine, or another part of a unit vector.
  public static final Quantity COSINE = ranged("", 1, -1, 1);

  /// Opposite sides.
  private static final Map<String, String> OPPOSITES =
      Map.of(
          "left", "right",
          "right", "left",
          "ahead", "behind",
          "behind", "ahead",
          "up", "down",
          "down", "up",
          "above", "below",
          "below", "above");

  /// How far rounding may carry a number beyond its range.
  private static final double SLACK = 1e-5;

  /// Copies the lists and checks the range.
  public Quantity {
    range = List.copyOf(range);
    words = List.copyOf(words);
    if (!range.isEmpty() && (range.size() != 2 || range.getFirst() > range.getLast())) {
      throw new IllegalArgumentException("a range has two ends in order: " + range);
    }
  }

  /// A quantity without known limits.
  public static Quantity measured(String unit, double factor) {
    return new Quantity(unit, factor, List.of(), List.of());
  }

  /// A quantity with limits of the raw value.
  public static Quantity ranged(String unit, double factor, double least, double most) {
    return new Quantity(unit, factor, List.of(least, most), List.of());
  }

  /// A number that stands for one of several words.
  public static Quantity oneOf(String... words) {
    return new Quantity("", 1, List.of(0.0, words.length - 1.0), List.of(words));
  }

  /// Whether a number is out of range. NaN is not.
  public boolean outside(double raw) {
    if (range.isEmpty()) {
      return false;
    }
    double slack = SLACK * Math.max(1, Math.abs(range.getLast() - range.getFirst()));
    boolean between = raw >= range.getFirst() - slack && raw <= range.getLast() + slack;
    boolean word = words.isEmpty() || raw == Math.rint(raw);
    return !Double.isNaN(raw) && !(between && word);
  }

  /// The decoded number without its unit, `14.2`, or the word it stands for.
  public String words(double raw) {
    if (!words.isEmpty() && raw == Math.rint(raw) && raw >= 0 && raw < words.size()) {
      return words.get((int) raw);
    }
    double decoded = raw * factor;
    return NumberWords.atMost(decoded, 3);
  }

  /// The decoded number with its unit: `14.2 m/s`. If the unit names a side, the distance and the
  /// side: `5.787 m right`.
  public String describe(double raw) {
    int space = unit.lastIndexOf(' ');
    String side = unit.substring(space + 1);
    if (!words.isEmpty() || !OPPOSITES.containsKey(side)) {
      return (words(raw) + " " + unit).strip();
    }
    if (raw == 0) {
      return ("0 " + unit.substring(0, Math.max(0, space))).strip();
    }
    boolean opposite = raw * factor < 0;
    return words(opposite ? -raw : raw)
        + (space < 0 ? "" : " " + unit.substring(0, space))
        + " "
        + (opposite ? OPPOSITES.get(side) : side);
  }
}
