package dev.hindsight.trainer.text;

import org.jspecify.annotations.Nullable;

/// What this module says to its users. The sentences are in `text.properties` beside this class.
public final class TrainerText {
  private static final TextFile TEXTS = TextFile.beside(TrainerText.class);

  private TrainerText() {}

  /// @param key the class that says it and its first words, as in `text.properties`
  /// @param values what stands for {0}, {1}, ... of the text
  public static String wording(String key, @Nullable Object... values) {
    return TEXTS.text(key, values);
  }
}
