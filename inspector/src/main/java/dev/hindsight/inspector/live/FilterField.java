package dev.hindsight.inspector.live;

import java.util.Locale;
import java.util.function.Consumer;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;

/// Where a filter is typed; Esc empties it. FX thread.
public final class FilterField extends TextField {
  /// @param what the words in the empty field: `Filter columns`
  /// @param changed is told what rows must contain, in lower case; empty for all
  public FilterField(String id, String what, Consumer<String> changed) {
    setId(id);
    setPromptText(what);
    setAccessibleText(what);
    textProperty().addListener(_ -> changed.accept(words()));
    setOnKeyPressed(event -> {
      if (event.getCode() == KeyCode.ESCAPE && !getText().isEmpty()) {
        clear();
        event.consume();
      }
    });
  }

  /// What is typed, in lower case.
  public String words() {
    return getText().strip().toLowerCase(Locale.ROOT);
  }
}
