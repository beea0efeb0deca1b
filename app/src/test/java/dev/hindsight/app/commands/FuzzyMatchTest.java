package dev.hindsight.app.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FuzzyMatchTest {
  @Test
  void lettersMustOccurInOrder() {
    assertTrue(FuzzyMatch.score("nrec", "New recording…").isPresent());
    assertEquals(OptionalInt.empty(), FuzzyMatch.score("cern", "New recording…"));
  }

  @Test
  void beginningsOfWordsCountMost() {
    Stream<String> titles = Stream.of("Whole map", "Export layout…", "Move pane left");

    assertEquals(
        "Move pane left",
        titles.max(java.util.Comparator.comparingInt(title -> score("mpl", title))).orElseThrow());
  }

  @Test
  void aRunOfLettersBeatsTheSameLettersScattered() {
    assertTrue(score("film", "Export film…") > score("film", "Safari palm"));
  }

  @Test
  void nothingTypedFindsEverythingAlike() {
    assertEquals(OptionalInt.of(0), FuzzyMatch.score("  ", "Quit"));
  }

  /// Finds a match exactly if the letters are a subsequence.
  @Test
  void agreesWithTheDefinitionOnRandomWords() {
    Random random = new Random(7);
    for (int i = 0; i < 5_000; i++) {
      String text = word(random, 12);
      String typed = word(random, 4);

      assertEquals(
          isSubsequence(typed, text),
          FuzzyMatch.score(typed, text).isPresent(),
          typed + " in " + text);
    }
  }

  private static boolean isSubsequence(String typed, String text) {
    int found = 0;
    for (int i = 0; i < text.length() && found < typed.length(); i++) {
      found += text.charAt(i) == typed.charAt(found) ? 1 : 0;
    }
    return found == typed.length();
  }

  private static String word(Random random, int most) {
    return random
        .ints(random.nextInt(most), 'a', 'e')
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static int score(String typed, String text) {
    return FuzzyMatch.score(typed, text).orElse(Integer.MIN_VALUE);
  }
}
