package dev.hindsight.inspector.panel;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.rollout.Moment;
import javafx.scene.Node;

/// An open panel. FX thread throughout.
public interface Panel extends AutoCloseable {
  /// What is docked; always the same node.
  Node node();

  /// Shows a moment: called when the cursor, the selection or the recording's length changed, at
  /// most once a frame. Takes under 4 ms and allocates little.
  void show(Moment moment);

  /// Whether it has nothing to show yet: nothing was run, nothing chosen. While that is so the
  /// window shows the panel's question above it, as it does without an agent over a panel that is
  /// about one. Called once a frame.
  default boolean empty() {
    return false;
  }

  /// Takes on the colours of a theme; controls follow the style sheet by themselves.
  default void applyPalette(Palette palette) {}

  /// Lets go of what it holds. Not called twice.
  @Override
  default void close() {}
}
