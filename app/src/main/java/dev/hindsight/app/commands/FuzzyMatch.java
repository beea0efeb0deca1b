package dev.hindsight.app.commands;

import java.util.Locale;
import java.util.OptionalInt;

/// Scores how well a typed text matches a command. The letters must occur in order; they score
/// higher at the beginnings of words and in a row.
final class FuzzyMatch {
  private static final int WORD_BEGINS = 8;
  private static final int IN_A_ROW = 5;
  private static final int FOUND = 1;
  private static final int NONE = Integer.MIN_VALUE / 2;

  private FuzzyMatch() {}

  /// The score of the best match of the letters, without spaces; empty if there is none. Higher is
  /// better; an empty text scores 0.
  static OptionalInt score(String typed, String text) {
    String wanted = typed.toLowerCase(Locale.ROOT).replaceAll("\\s+", "");
    String words = text.toLowerCase(Locale.ROOT);
    int[] before = new int[words.length() + 1];
    for (int letter = 0; letter < wanted.length(); letter++) {
      before = row(wanted.charAt(letter), letter == 0, words, before);
    }
    int best = wanted.isEmpty() ? 0 : max(before);
    return best <= NONE / 2 ? OptionalInt.empty() : OptionalInt.of(best);
  }

  /// The best scores of the letters so far, with the last one matched at each place (shifted by
  /// one).
  private static int[] row(char letter, boolean first, String words, int[] before) {
    int[] now = new int[words.length() + 1];
    java.util.Arrays.fill(now, NONE);
    int reachable = first ? 0 : NONE;
    for (int i = 0; i < words.length(); i++) {
      if (!first) {
        reachable = Math.max(reachable, i == 0 ? NONE : before[i - 1]);
      }
      if (words.charAt(i) == letter) {
        int alone = reachable + FOUND + (beginsWord(words, i) ? WORD_BEGINS : 0);
        int inRow = first ? NONE : before[i] + FOUND + IN_A_ROW;
        now[i + 1] = Math.max(alone, inRow);
      }
    }
    return now;
  }

  private static boolean beginsWord(String words, int at) {
    return at == 0 || !Character.isLetterOrDigit(words.charAt(at - 1));
  }

  private static int max(int[] scores) {
    int best = NONE;
    for (int score : scores) {
      best = Math.max(best, score);
    }
    return best;
  }
}
