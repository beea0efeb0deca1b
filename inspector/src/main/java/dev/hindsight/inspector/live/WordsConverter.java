package dev.hindsight.inspector.live;

import java.util.function.Function;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/// Converts the items of a choice to text; cannot convert back. FX thread.
///
/// @param <T> the items
public final class WordsConverter<T> extends StringConverter<T> {
  private final Function<T, String> words;

  /// @param words the text of an item
  public WordsConverter(Function<T, String> words) {
    this.words = words;
  }

  @Override
  public String toString(@Nullable T item) {
    return item == null ? "" : words.apply(item);
  }

  @Override
  public T fromString(String text) {
    throw new UnsupportedOperationException("items are chosen, not typed");
  }
}
