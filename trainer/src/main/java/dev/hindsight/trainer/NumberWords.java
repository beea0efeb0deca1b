package dev.hindsight.trainer;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.function.DoubleFunction;

/// Formats measured numbers for people. Files and JSON keep all digits and do not use this class.
///
/// The rules, the same in every view:
///
/// - The decimal separator is a point on every system, and minus is ASCII, so that a number can be
///   typed as it is read.
/// - No negative zero: a number that rounds to 0 has no sign.
/// - A number that is not 0 is not shown as 0: if the requested decimals would all be zeros, the
///   first non-zero digit is shown instead (0.004 to two decimals is `0.004`). Below [#NOISE], a
///   number with a fixed number of decimals counts as the rounding error of a sum and is shown as
///   0.
/// - From 10^12 on a number with a fixed number of decimals has an exponent, and one significant
///   digit more than it would have decimals: `2.766e+30`.
/// - Whole numbers have no decimals if significant digits are counted ([#significant]).
/// - [Double#NaN] is `NaN` if it was recorded ([#significant], [#recorded]) and a dash if there is
///   no number to show (the score of a trial that did not end). Infinite numbers are `inf` and
///   `-inf`, as in Python.
/// - A unit follows after a space, per cent too.
public final class NumberWords {
  /// Shown in place of a number that does not exist.
  public static final String NONE = "–";

  private static final String NAN = "NaN";

  /// Extra decimals that a proportion may use to differ visibly from 0 % and 100 %.
  private static final int MORE_DECIMALS = 2;

  /// With a fixed number of decimals, smaller numbers are rounding errors of sums and are shown as
  /// 0.
  static final double NOISE = 1e-6;

  /// The significant digits of a 32-bit float.
  private static final int TOTAL_DIGITS = 7;

  /// With a fixed number of decimals, larger numbers have an exponent instead of digits that nobody
  /// can read.
  private static final double HUGE = 1e12;

  private static final int LEAST_DIGITS = 3;

  private static final double LARGE = 1e6;
  private static final double SMALL = 1e-4;

  private NumberWords() {}

  /// A number that was recorded, or follows from such numbers: `NaN` where it is none, otherwise in
  /// these words, which would show a dash.
  public static String recorded(double value, DoubleFunction<String> words) {
    return Double.isNaN(value) ? NAN : words.apply(value);
  }

  /// With a fixed number of decimals: `0.50`; a dash for NaN.
  ///
  /// @param decimals 0 to 9
  public static String decimals(double value, int decimals) {
    return Double.isNaN(value) ? NONE : rounded(value, decimals);
  }

  /// With at most so many decimals and no trailing zeros: `0.5`, `14.215`, `3`; from a million on
  /// like [#significant].
  public static String atMost(double value, int decimals) {
    if (Double.isNaN(value) || Math.abs(value) >= LARGE) {
      return significant(value, decimals);
    }
    String words = rounded(value, decimals);
    return words.contains(".") && !words.contains("e") ? words.replaceFirst("\\.?0+$", "") : words;
  }

  /// With a fixed number of decimals and a sign, which 0 does not have: `+0.50`, `-0.25`, `0.00`.
  public static String signed(double value, int decimals) {
    String words = decimals(value, decimals);
    return plus(value, words);
  }

  /// With so many significant digits and no trailing zeros: `12.35`, `0.004`, `1.2e-07`. Below a
  /// million all digits before the point are shown; whole numbers are shown in full.
  ///
  /// @param digits 1 to 17
  public static String significant(double value, int digits) {
    if (Double.isNaN(value)) {
      return NAN;
    }
    if (Double.isInfinite(value)) {
      return infinite(value);
    }
    double size = Math.abs(value);
    if (value == Math.rint(value) && size < LARGE) {
      return Long.toString((long) value);
    }
    BigDecimal exact = BigDecimal.valueOf(value);
    if (size >= LARGE || size < SMALL) {
      return power(exact.round(new MathContext(digits, RoundingMode.HALF_UP)));
    }
    int decimals = digits - (exact.precision() - exact.scale());
    return bare(exact.setScale(Math.max(0, decimals), RoundingMode.HALF_UP));
  }

  /// As [#significant], with a sign, which 0 does not have.
  public static String signedSignificant(double value, int digits) {
    return plus(value, significant(value, digits));
  }

  /// A score of a trial, or another mean in `[0, 1]`: `0.67`. Windows, films and sentences all use
  /// this form.
  public static String score(double score) {
    return decimals(score, 2);
  }

  /// The change of a score: `+0.25`.
  public static String scoreDifference(double gain) {
    return signed(gain, 2);
  }

  /// A score for reports that are compared with each other: `0.667`. The command line and tables of
  /// runs use this form.
  public static String exactScore(double score) {
    return decimals(score, 3);
  }

  /// The change of such a score: `+0.250`.
  public static String exactScoreDifference(double gain) {
    return signed(gain, 3);
  }

  /// A probability, an attention weight or another proportion: `12.5 %`. Only exactly 1 is `100.0
  /// %` and only 0 is `0.0 %`: close values are `99.97 %` and `0.003 %`, and `> 99.9 %` if two more
  /// decimals would still round to 100 %.
  ///
  /// @param part 0 to 1
  public static String percent(double part) {
    return percent(part, 1);
  }

  /// The same with so many decimals, for narrow places.
  public static String percent(double part, int decimals) {
    double percent = 100 * part;
    int enough = decimals;
    while (percent < 100
        && 100 - percent >= NOISE
        && rounded(percent, enough).equals(rounded(100, enough))) {
      if (enough == decimals + MORE_DECIMALS) {
        return "> " + decimals(100 - Math.pow(10, -decimals), decimals) + " %";
      }
      enough++;
    }
    return decimals(percent, enough) + " %";
  }

  /// Simulated or real time: `12.3 s`.
  public static String seconds(double seconds) {
    return decimals(seconds, 1) + " s";
  }

  /// `4.2 m`.
  public static String metres(double metres) {
    return decimals(metres, 1) + " m";
  }

  /// `4.2 m/s`.
  public static String metresPerSecond(double speed) {
    return decimals(speed, 1) + " m/s";
  }

  /// Entropies and divergences: `0.72 nats`.
  public static String nats(double nats) {
    return wording("NumberWords.nats", decimals(nats, 2));
  }

  /// A logit, a value or a log-probability: `-1.234`.
  public static String logit(double logit) {
    return decimals(logit, 3);
  }

  /// A reward, a value or an advantage among the terms it is made of: `+0.1250`.
  public static String advantageTerm(double term) {
    return signed(term, 4);
  }

  /// A total that is compared with another, so that different totals look different: whole numbers
  /// in full, others with seven significant digits.
  public static String total(double value) {
    return value == Math.rint(value) && Math.abs(value) < Long.MAX_VALUE
        ? Long.toString((long) value)
        : significant(value, TOTAL_DIGITS);
  }

  /// The size of a file in units of a million bytes: `1.5 MB`; below 0.1 MB `12.3 kB`, `940 B`.
  public static String bytes(long bytes) {
    if (bytes < 1_000) {
      return bytes + " B";
    }
    return bytes < 100_000 ? decimals(bytes / 1e3, 1) + " kB" : decimals(bytes / 1e6, 1) + " MB";
  }

  /// A count that may be large: `1,234,567`.
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /// A rate per second that may be large: `12,345`; below ten `3.4`.
  public static String rate(double perSecond) {
    return Double.isFinite(perSecond) && perSecond >= 10
        ? String.format(Locale.ROOT, "%,.0f", perSecond)
        : decimals(perSecond, 1);
  }

  private static String plus(double value, String words) {
    boolean digit = !words.isEmpty() && Character.isDigit(words.charAt(0));
    boolean nothing = words.chars().noneMatch(c -> c >= '1' && c <= '9');
    return value > 0 && ((digit && !nothing) || Double.isInfinite(value)) ? "+" + words : words;
  }

  private static String rounded(double value, int decimals) {
    if (Double.isInfinite(value)) {
      return infinite(value);
    }
    if (Math.abs(value) >= HUGE) {
      int digits = Math.max(LEAST_DIGITS, decimals + 1);
      return power(BigDecimal.valueOf(value).round(new MathContext(digits, RoundingMode.HALF_UP)));
    }
    BigDecimal shown = BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
    if (shown.signum() != 0 || Math.abs(value) < NOISE) {
      return shown.toPlainString();
    }
    return significant(value, 1);
  }

  private static String infinite(double value) {
    return value > 0 ? "inf" : "-inf";
  }

  /// Without trailing zeros.
  private static String bare(BigDecimal shown) {
    BigDecimal shortest = shown.stripTrailingZeros();
    return (shortest.scale() < 0 ? shortest.setScale(0) : shortest).toPlainString();
  }

  /// `1.2e-07`, as C and Python write it.
  private static String power(BigDecimal shown) {
    BigDecimal digits = shown.stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    String mantissa = bare(digits.scaleByPowerOfTen(-exponent));
    return String.format(
        Locale.ROOT, "%se%s%02d", mantissa, exponent < 0 ? "-" : "+", Math.abs(exponent));
  }
}
