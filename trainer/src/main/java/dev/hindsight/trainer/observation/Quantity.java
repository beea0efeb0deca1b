package dev.hindsight.trainer.observation;

import dev.hindsight.trainer.NumberWords;
import java.util.List;
import java.util.Map;

/// What a bare number that a policy reads or writes measures, so that people can read it too.
///
/// @param unit of the decoded number: `m`; empty for none. It may end in the side positive numbers
///   are on, as `m left` does: [#describe] then names the side a number is on
/// @param factor the decoded number is the raw one times this
/// @param range least and most raw value that make sense; empty where nobody says
/// @param words where the number stands for a word, the word of 0, of 1, ...; else empty
public record Quantity(String unit, double factor, List<Double> range, List<String> words) {
  /// A number that is just a number.
  public static final Quantity PLAIN = new Quantity("", 1, List.of(), List.of());

  /// 0 or 1.
  public static final Quantity FLAG = oneOf("no", "yes");

  /// A cosine, a sine, or another part of a unit vector.
  public static final Quantity COSINE = ranged("", 1, -1, 1);

  /// Sides that are each other's opposite.
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

  /// How far rounding may carry a number over the ends of its range.
  private static final double SLACK = 1e-5;

  /// Copies the lists and checks the range.
  public Quantity {
    range = List.copyOf(range);
    words = List.copyOf(words);
    if (!range.isEmpty() && (range.size() != 2 || range.getFirst() > range.getLast())) {
      throw new IllegalArgumentException("a range has two ends in order: " + range);
    }
  }

  /// A measure without known limits.
  public static Quantity measured(String unit, double factor) {
    return new Quantity(unit, factor, List.of(), List.of());
  }

  /// A measure between two raw values.
  public static Quantity ranged(String unit, double factor, double least, double most) {
    return new Quantity(unit, factor, List.of(least, most), List.of());
  }

  /// A number that stands for one of some words.
  public static Quantity oneOf(String... words) {
    return new Quantity("", 1, List.of(0.0, words.length - 1.0), List.of(words));
  }

  /// Whether a number is one that should not occur. NaN is none of them: it is no number.
  public boolean outside(double raw) {
    if (range.isEmpty()) {
      return false;
    }
    double slack = SLACK * Math.max(1, Math.abs(range.getLast() - range.getFirst()));
    boolean between = raw >= range.getFirst() - slack && raw <= range.getLast() + slack;
    boolean word = words.isEmpty() || raw == Math.rint(raw);
    return !Double.isNaN(raw) && !(between && word);
  }

  /// The number decoded, without its unit: `14.2`, or the word it stands for.
  public String words(double raw) {
    if (!words.isEmpty() && raw == Math.rint(raw) && raw >= 0 && raw < words.size()) {
      return words.get((int) raw);
    }
    double decoded = raw * factor;
    return NumberWords.atMost(decoded, 3);
  }

  /// The number decoded, with its unit: `14.2 m/s`. Where the unit names a side that is how far and
  /// to which side: `5.787 m right`.
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
