package dev.hindsight.app.window;

import dev.hindsight.app.fx.ToolRow;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.trainer.rollout.Moment;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;

/// A pane that is open, of whatever kind. FX thread.
interface OpenPane {
  /// What is docked; always the same node.
  Node node();

  /// Its controls, which stand beside its tab; always the same.
  default List<ToolRow> tools() {
    return List.of();
  }

  /// Whether its picture has been drawn; true of a pane without one.
  default boolean drawn() {
    return true;
  }

  /// The moment its picture shows, of a pane with one that has been drawn.
  default Optional<Moment> pictured() {
    return Optional.empty();
  }

  /// Brings it up to date before a frame is painted.
  ///
  /// @param seen the moment every pane shows in this frame
  default void frame(Moment seen) {}

  /// More is known of the moment it shows.
  default void stale() {}

  /// Takes on the colours of a theme.
  default void applyTheme(Theme theme) {}

  /// Puts the keyboard into its tick field.
  ///
  /// @return whether it has one
  default boolean askForTick() {
    return false;
  }

  /// Lets go of what it holds.
  void close();
}
