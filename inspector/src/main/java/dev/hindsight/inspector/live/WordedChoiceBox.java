package dev.hindsight.inspector.live;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Tooltip;
import org.jspecify.annotations.Nullable;

/// One of a list, each written in words of its own. FX thread.
///
/// @param <T> what is chosen from
public final class WordedChoiceBox<T> extends ChoiceBox<T> {
  /// Nothing to choose from yet.
  ///
  /// @param id of the node
  /// @param name what is chosen, for people
  /// @param words how one is written
  public WordedChoiceBox(String id, String name, Function<T, String> words) {
    setId(id);
    setAccessibleText(name);
    setTooltip(new Tooltip(name));
    setConverter(new WordsConverter<>(words));
  }

  /// What is chosen, if anything is.
  public Optional<T> chosen() {
    @Nullable T value = getValue();
    return Optional.ofNullable(value);
  }

  /// Offers a list; what is chosen stays so if it is in it, else the first is chosen.
  ///
  /// @param told of every later choice
  public void keep(List<T> all, Runnable told) {
    offer(all, chosen().filter(all::contains).orElse(all.getFirst()), _ -> told.run());
  }

  /// Offers a list.
  ///
  /// @param first is chosen
  /// @param chosen is told of every later choice
  public WordedChoiceBox<T> offer(List<T> all, T first, Consumer<T> chosen) {
    getItems().setAll(all);
    setValue(first);
    setOnAction(_ -> chosen.accept(getValue()));
    return this;
  }
}
