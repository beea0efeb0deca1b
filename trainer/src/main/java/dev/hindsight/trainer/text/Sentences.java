package dev.hindsight.trainer.text;

/// Makes sentences of texts that begin in lower case and have no full stop because other texts are
/// put around them.
public final class Sentences {
  private Sentences() {}

  /// The text with a capital.
  public static String capitalised(String text) {
    return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /// The text with a capital and a full stop; empty if it is empty.
  public static String complete(String text) {
    return text.isEmpty() ? text : capitalised(text) + ".";
  }
}
