package dev.hindsight.inspector.panel;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.rollout.Moment;
import javafx.scene.Node;

/// An open panel. FX thread throughout.
public interface Panel extends AutoCloseable {
  /// The node in the dock; always the same one.
  Node node();

  /// Shows a moment: called when the cursor, the selection or the recording's length has changed,
  /// at most once per frame. Takes under 4 ms and allocates little.
  void show(Moment moment);

  /// Whether it has nothing to show yet: nothing has run, nothing is chosen. Meanwhile the window
  /// shows the panel's question above it, as it does for a panel about one agent while no agent is
  /// selected. Called once per frame.
  default boolean empty() {
    return false;
  }

  /// Applies the colours of a theme; controls follow the style sheet by themselves.
  default void applyPalette(Palette palette) {}

  /// Releases its resources. Called once.
  @Override
  default void close() {}
}
