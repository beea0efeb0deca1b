package dev.hindsight.trainer;

import java.util.Locale;

/// Writes a count and its noun.
public final class CountWords {
  private CountWords() {}

  /// `1 agent`, `3 agents`, `1,850 ticks`.
  ///
  /// @param thing the noun in the singular; the plural adds an s
  public static String of(long count, String thing) {
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? thing : thing + "s");
  }
}
