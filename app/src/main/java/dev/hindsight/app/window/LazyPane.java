package dev.hindsight.app.window;

import dev.hindsight.app.fx.PaneTools;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.layout.StackPane;

/// The place of a pane whose content is made later: to make it and to find its style takes up to a
/// tenth of a second the first time. FX thread.
final class LazyPane extends StackPane {
  private final Supplier<OpenPane> maker;
  private final PaneTools tools = new PaneTools(List.of());
  private Optional<OpenPane> content = Optional.empty();
  private boolean closed;

  /// @param maker called once at most
  LazyPane(Supplier<OpenPane> maker) {
    this.maker = maker;
    getStyleClass().add("hs-late");
    setMinSize(0, 0);
  }

  /// The place of its controls.
  PaneTools tools() {
    return tools;
  }

  /// Whether it can be seen and is still empty.
  boolean awaited() {
    return content.isEmpty() && !closed && getScene() != null;
  }

  /// Makes the content, and has it in the window at once: the next key may be for it.
  void fill() {
    OpenPane made = maker.get();
    content = Optional.of(made);
    getChildren().setAll(made.node());
    tools.show(made.tools());
    applyCss();
    layout();
  }

  /// Closes the place for good; nothing is made in it any more.
  void close() {
    closed = true;
  }
}
