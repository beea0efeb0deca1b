package dev.hindsight.app.window;

import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;

/// The place of a pane whose content is made later: to make it and to find its style takes up to a
/// tenth of a second the first time. FX thread.
final class LazyPane extends StackPane {
  /// What a pane shows.
  ///
  /// @param node always the same
  /// @param close lets go of what it holds
  record Content(Node node, Runnable close) {}

  private final Supplier<Content> maker;
  private Optional<Content> content = Optional.empty();
  private boolean closed;

  /// @param maker called once at most
  LazyPane(Supplier<Content> maker) {
    this.maker = maker;
    getStyleClass().add("hs-late");
    setMinSize(0, 0);
  }

  /// Whether it can be seen and is still empty.
  boolean awaited() {
    return content.isEmpty() && !closed && getScene() != null;
  }

  /// Makes the content, and has it in the window at once: the next key may be for it.
  void fill() {
    Content made = maker.get();
    content = Optional.of(made);
    getChildren().setAll(made.node());
    applyCss();
    layout();
  }

  /// Closes what is in it, for good.
  void close() {
    closed = true;
    content.ifPresent(made -> made.close().run());
  }
}
