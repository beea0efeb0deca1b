package dev.hindsight.trainer.text;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.util.List;

/// Makes sentences of texts that begin in lower case and have no full stop because other texts are
/// put around them, and such texts of sentences.
public final class Sentences {
  private Sentences() {}

  /// The text with a capital.
  public static String capitalised(String text) {
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /// The text with its first letter in lower case.
  public static String uncapitalised(String text) {
    return text.isEmpty() ? text : Character.toLowerCase(text.charAt(0)) + text.substring(1);
  }

  /// A sentence as a part of another one: with its first letter in lower case and without its full
  /// stop.
  public static String clause(String sentence) {
    String text = uncapitalised(sentence);
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }

  /// The text with a capital and a full stop; empty if it is empty.
  public static String complete(String text) {
    return text.isEmpty() ? text : capitalised(text) + ".";
  }

  /// Alternatives: "a", "a or b", "a, b or c".
  ///
  /// @param names at least one
  public static String either(List<String> names) {
    String last = names.getLast();
    return names.size() == 1
        ? last
        : wording("Sentences.or", String.join(", ", names.subList(0, names.size() - 1)), last);
  }
}
