package dev.hindsight.trainer;

import java.util.Locale;

/// How many of something, in words.
public final class CountWords {
  private CountWords() {}

  /// `1 agent`, `3 agents`, `1,850 ticks`.
  ///
  /// @param thing one of them; several have an s
  public static String of(long count, String thing) {
    return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? thing : thing + "s");
  }
}
