package dev.hindsight.inspector.live;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Tooltip;

/// One of a list, each written in words of its own. FX thread.
///
/// @param <T> what is chosen from
public final class WordChoice<T> extends ChoiceBox<T> {
  /// Nothing to choose from yet.
  ///
  /// @param id of the node
  /// @param name what is chosen, for people
  /// @param words how one is written
  public WordChoice(String id, String name, Function<T, String> words) {
    setId(id);
    setAccessibleText(name);
    setTooltip(new Tooltip(name));
    setConverter(new Words<>(words));
  }

  /// Offers a list.
  ///
  /// @param first is chosen
  /// @param chosen is told of every later choice
  public WordChoice<T> offer(List<T> all, T first, Consumer<T> chosen) {
    getItems().setAll(all);
    setValue(first);
    setOnAction(_ -> chosen.accept(getValue()));
    return this;
  }
}
