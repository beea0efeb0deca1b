package dev.hindsight.render.film;

import static dev.hindsight.render.text.RenderText.wording;

import dev.hindsight.trainer.Problem;
import java.math.BigDecimal;
import java.math.RoundingMode;

/// Frames per second as an exact fraction, in lowest terms: 10/1, 30000/1001, 1/5.
///
/// @param numerator frames, `1..1000000`
/// @param denominator in this many seconds, `1..1000000`
public record FrameRate(int numerator, int denominator) {
  private static final int LARGEST = 1_000_000;

  /// Half the distance between neighbouring 32-bit floats, relative to them.
  private static final double TOLERANCE = 0x1p-24;

  /// Reduces to lowest terms.
  ///
  /// @throws IllegalArgumentException if a part is out of range
  public FrameRate {
    if (numerator < 1 || denominator < 1 || numerator > LARGEST || denominator > LARGEST) {
      throw new IllegalArgumentException(numerator + "/" + denominator);
    }
    int divisor = greatestCommonDivisor(numerator, denominator);
    numerator /= divisor;
    denominator /= divisor;
  }

  /// One frame per tick, shown as long as the tick took: ticks of 0.1 s give 10 frames per second,
  /// even if the number was rounded to 32-bit floating point in between.
  ///
  /// @param seconds simulated seconds per tick
  /// @throws Problem if no film can be that fast or slow
  public static FrameRate ofTick(double seconds) {
    return of(1 / seconds, wording("FrameRate.a_tick_of_s", seconds));
  }

  /// As [#ofTick], but faster for long ticks: ten frames per second for ticks longer than a second,
  /// and four for ticks of about a second, because viewers do not wait seconds for a frame.
  ///
  /// @param seconds simulated seconds per tick
  /// @throws Problem if no film can be that fast
  public static FrameRate lapse(double seconds) {
    return seconds > 1
        ? new FrameRate(10, 1)
        : seconds > 0.5 ? new FrameRate(4, 1) : ofTick(seconds);
  }

  /// Parses a user's input: `10`, `29.97`, `30000/1001`.
  ///
  /// @throws Problem if it is not a rate
  public static FrameRate parse(String text) {
    String[] parts = text.strip().split("/", -1);
    try {
      return switch (parts.length) {
        case 1 -> of(Double.parseDouble(parts[0]), text);
        case 2 -> new FrameRate(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
        default -> throw notARate(text);
      };
    } catch (IllegalArgumentException _) {
      throw notARate(text);
    }
  }

  /// Display time of each frame, seconds.
  public double frameSeconds() {
    return (double) denominator / numerator;
  }

  /// `10`, or `30000/1001`.
  @Override
  public String toString() {
    return denominator == 1 ? "" + numerator : numerator + "/" + denominator;
  }

  /// As people say it: `10`, `7.5`, but `30000/1001` where decimals would not be exact.
  public String words() {
    BigDecimal hundredths =
        BigDecimal.valueOf(numerator)
            .divide(BigDecimal.valueOf(denominator), 2, RoundingMode.HALF_UP)
            .stripTrailingZeros();
    boolean exact =
        hundredths
                .multiply(BigDecimal.valueOf(denominator))
                .compareTo(BigDecimal.valueOf(numerator))
            == 0;
    return exact ? hundredths.toPlainString() : toString();
  }

  /// The first convergent of a number's continued fraction that is near enough to it.
  private static FrameRate of(double perSecond, String where) {
    if (!(perSecond >= 1.0 / LARGEST && perSecond <= LARGEST)) {
      throw notARate(where);
    }
    long before = 1;
    long numerator = (long) perSecond;
    long beforeBelow = 0;
    long denominator = 1;
    double rest = perSecond - numerator;
    while (Math.abs(perSecond - (double) numerator / denominator) > perSecond * TOLERANCE) {
      double inverse = 1 / rest;
      if (inverse > LARGEST) {
        break;
      }
      long term = (long) inverse;
      rest = inverse - term;
      long above = term * numerator + before;
      long below = term * denominator + beforeBelow;
      if (above > LARGEST || below > LARGEST) {
        break;
      }
      before = numerator;
      beforeBelow = denominator;
      numerator = above;
      denominator = below;
    }
    return new FrameRate(Math.toIntExact(numerator), Math.toIntExact(denominator));
  }

  private static Problem notARate(String where) {
    return new Problem(
        wording("FrameRate.this_is_not_a_valid_frame"),
        where,
        wording("FrameRate.give_frames_per_second_as_a"));
  }

  private static int greatestCommonDivisor(int a, int b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }
}
