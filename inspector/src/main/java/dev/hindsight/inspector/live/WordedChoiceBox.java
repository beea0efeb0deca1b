package dev.hindsight.inspector.live;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Tooltip;
import org.jspecify.annotations.Nullable;

/// A choice of one item from a list, with a text for each. FX thread.
///
/// @param <T> type of the items
public final class WordedChoiceBox<T> extends ChoiceBox<T> {
  /// Starts without items.
  ///
  /// @param id of the node
  /// @param name what the user chooses, for users
  /// @param words the text of an item
  public WordedChoiceBox(String id, String name, Function<T, String> words) {
    setId(id);
    setAccessibleText(name);
    setTooltip(new Tooltip(name));
    setConverter(new WordsConverter<>(words));
  }

  /// The chosen item, if any.
  public Optional<T> chosen() {
    @Nullable T value = getValue();
    return Optional.ofNullable(value);
  }

  /// Offers a list; keeps the chosen item if it is in the list, else chooses the first.
  ///
  /// @param onChoice runs after every later choice
  public void keep(List<T> all, Runnable onChoice) {
    offer(all, chosen().filter(all::contains).orElse(all.getFirst()), _ -> onChoice.run());
  }

  /// Offers a list.
  ///
  /// @param first chosen at first
  /// @param chosen receives every later choice
  public WordedChoiceBox<T> offer(List<T> all, T first, Consumer<T> chosen) {
    getItems().setAll(all);
    setValue(first);
    setOnAction(_ -> chosen.accept(getValue()));
    return this;
  }
}
