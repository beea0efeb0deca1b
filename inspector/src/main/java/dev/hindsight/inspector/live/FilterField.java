package dev.hindsight.inspector.live;

import java.util.Locale;
import java.util.function.Consumer;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;

/// A text field for a filter; Esc clears it. FX thread.
public final class FilterField extends TextField {
  /// @param what prompt text of the empty field: `Filter columns`
  /// @param changed receives the text that rows must contain, in lower case; empty for all rows
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

  /// The filter text in lower case.
  public String words() {
    return getText().strip().toLowerCase(Locale.ROOT);
  }
}
