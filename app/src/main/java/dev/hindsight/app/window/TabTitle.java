package dev.hindsight.app.window;

import java.util.Arrays;
import java.util.stream.Collectors;

/// A title as a tab shows it; the tooltip has the full title.
final class TabTitle {
  private static final String BETWEEN = " ↔ ";

  /// The most letters of a single name, and of each of two that are compared.
  private static final int LONGEST = 34;

  private static final int LONGEST_OF_TWO = 20;

  private TabTitle() {}

  /// Shortens long names in the middle, because they often differ at their ends.
  static String shortened(String title) {
    String[] names = title.split(BETWEEN, -1);
    int most = names.length > 1 ? LONGEST_OF_TWO : LONGEST;
    return Arrays.stream(names).map(name -> cut(name, most)).collect(Collectors.joining(BETWEEN));
  }

  private static String cut(String name, int most) {
    if (name.length() <= most) {
      return name;
    }
    int end = (most - 1) / 2;
    return name.substring(0, most - 1 - end) + "…" + name.substring(name.length() - end);
  }
}
