package dev.hindsight.app.text;

import dev.hindsight.trainer.text.TextFile;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/// What this module says to its users. The sentences are in `text.properties` beside this class.
public final class AppText {
  private static final TextFile TEXTS = TextFile.beside(AppText.class);

  private AppText() {}

  /// @param key the class that says it and its first words, as in `text.properties`
  /// @param values what stands for {0}, {1}, ... of the text
  public static String wording(String key, @Nullable Object... values) {
    return TEXTS.text(key, values);
  }

  /// The descriptions of the command line's options, by their `descriptionKey`.
  public static ResourceBundle bundle() {
    return TEXTS.bundle();
  }
}
