package dev.hindsight.inspector.credit;

import java.util.Locale;

/// Numbers of credit in words.
final class Numbers {
  private Numbers() {}

  /// With its sign, to four digits after the point.
  static String signed(double value) {
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%+.4f", value + 0.0);
  }

  /// To three digits after the point.
  static String plain(double value) {
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.3f", value + 0.0);
  }
}
