package dev.hindsight.trainer;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/// Measured numbers as people read them; files and JSON keep all digits and do not come here.
///
/// The rules, the same in every view:
///
/// - A point, no matter where the program runs; an ASCII minus, so that what is read can be typed.
/// - No negative zero: what rounds to 0 has no sign.
/// - What is not 0 does not read as 0: where the decimals asked for would leave nothing, the first
///   digit that is not 0 is shown instead (0.004 to two decimals is `0.004`). Below [#NOISE] a
///   number with a fixed count of decimals is rounding of a sum, and 0.
/// - Whole numbers have no decimals where digits are counted from the first ([#significant]).
/// - [Double#NaN] is `NaN` where a number was recorded ([#significant]) and a dash where there is
///   none to tell (a score of a trial that did not end). Infinite numbers are `inf` and `-inf`, as
///   in Python.
/// - A unit follows after a space, per cent too.
public final class NumberWords {
  /// What a number that does not exist looks like.
  public static final String NONE = "–";

  /// Decimals more than asked for that a part may take to be told from all.
  private static final int MORE_DECIMALS = 2;

  /// Where decimals are counted, numbers smaller than this are rounding of sums and read as 0.
  static final double NOISE = 1e-6;

  /// What 32 bits hold.
  private static final int TOTAL_DIGITS = 7;

  private static final double LARGE = 1e6;
  private static final double SMALL = 1e-4;

  private NumberWords() {}

  /// To so many decimals: `0.50`; a dash for NaN.
  ///
  /// @param decimals 0 to 9
  public static String decimals(double value, int decimals) {
    return Double.isNaN(value) ? NONE : rounded(value, decimals);
  }

  /// To so many decimals at most, without zeros at the end: `0.5`, `14.215`, `3`; from a million on
  /// as [#significant] has it.
  public static String atMost(double value, int decimals) {
    if (Double.isNaN(value) || Math.abs(value) >= LARGE) {
      return significant(value, decimals);
    }
    String words = rounded(value, decimals);
    return words.contains(".") && !words.contains("e") ? words.replaceFirst("\\.?0+$", "") : words;
  }

  /// To so many decimals, with its sign, which 0 has not: `+0.50`, `-0.25`, `0.00`.
  public static String signed(double value, int decimals) {
    String words = decimals(value, decimals);
    return plus(value, words);
  }

  /// To so many digits that count, without zeros at the end: `12.35`, `0.004`, `1.2e-07`. All
  /// digits before the point are shown below a million, and whole numbers as they are.
  ///
  /// @param digits 1 to 17
  public static String significant(double value, int digits) {
    if (Double.isNaN(value)) {
      return "NaN";
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

  /// Likewise with its sign, which 0 has not.
  public static String signedSignificant(double value, int digits) {
    return plus(value, significant(value, digits));
  }

  /// A score of a trial, or another mean near 1: `0.67`. The one form of windows, films and
  /// sentences.
  public static String score(double score) {
    return decimals(score, 2);
  }

  /// What a score changed by: `+0.25`.
  public static String gain(double gain) {
    return signed(gain, 2);
  }

  /// A score for a report that is compared with others: `0.667`. The one form of the command line
  /// and of tables of runs.
  public static String exactScore(double score) {
    return decimals(score, 3);
  }

  /// What it changed by: `+0.250`.
  public static String exactGain(double gain) {
    return signed(gain, 3);
  }

  /// A probability, a weight of attention or another part: `12.5 %`. `100.0 %` is all of it, and
  /// `0.0 %` nothing: what is almost so is `99.97 %` and `0.003 %`, and `> 99.9 %` where even two
  /// decimals more would read as all.
  ///
  /// @param part 0 to 1
  public static String percent(double part) {
    return percent(part, 1);
  }

  /// Likewise to so many decimals, where there is little room.
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
    return decimals(nats, 2) + " nats";
  }

  /// A logit, a value or a log-probability: `-1.234`.
  public static String logit(double logit) {
    return decimals(logit, 3);
  }

  /// A reward, a value or an advantage among the terms it is made of: `+0.1250`.
  public static String credit(double term) {
    return signed(term, 4);
  }

  /// A total that is held against another one, so that two which differ read differently: whole
  /// numbers in full, others to seven digits that count.
  public static String total(double value) {
    return value == Math.rint(value) && Math.abs(value) < Long.MAX_VALUE
        ? Long.toString((long) value)
        : significant(value, TOTAL_DIGITS);
  }

  /// A size of a file: `1.5 MB` of a million bytes each; below a tenth of one `12.3 kB`, `940 B`.
  public static String bytes(long bytes) {
    if (bytes < 1_000) {
      return bytes + " B";
    }
    return bytes < 100_000 ? decimals(bytes / 1e3, 1) + " kB" : decimals(bytes / 1e6, 1) + " MB";
  }

  /// A count that may be long: `1,234,567`.
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /// A rate that may be large, a second: `12,345`; below ten `3.4`.
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
    BigDecimal shown = BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
    if (shown.signum() != 0 || Math.abs(value) < NOISE) {
      return shown.toPlainString();
    }
    return significant(value, 1);
  }

  private static String infinite(double value) {
    return value > 0 ? "inf" : "-inf";
  }

  /// Without zeros at its end.
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
