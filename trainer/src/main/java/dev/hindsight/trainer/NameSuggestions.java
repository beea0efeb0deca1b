package dev.hindsight.trainer;

import java.util.Collection;
import java.util.Comparator;
import java.util.stream.Collectors;

/// Suggests names for a misspelt one.
public final class NameSuggestions {
  private static final int SHOWN = 3;

  /// What is longer is no misspelt name; the time grows with the square.
  private static final int LONGEST = 100;

  private NameSuggestions() {}

  /// The three names most similar to a given one: `gamma, game, llama`; `(none)` if there are no
  /// names.
  public static String closest(String name, Collection<String> names) {
    return names.isEmpty()
        ? "(none)"
        : names.stream()
            .sorted(Comparator.comparingInt(candidate -> distance(name, candidate)))
            .limit(SHOWN)
            .collect(Collectors.joining(", "));
  }

  /// Levenshtein's edit distance, over two rows.
  private static int distance(String one, String other) {
    String a = one.substring(0, Math.min(LONGEST, one.length()));
    String b = other.substring(0, Math.min(LONGEST, other.length()));
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[b.length()];
  }
}
