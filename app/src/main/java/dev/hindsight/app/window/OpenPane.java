package dev.hindsight.app.window;

import dev.hindsight.app.fx.ToolRow;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;

/// An open pane of any kind. FX thread.
interface OpenPane {
  /// The node in the dock; always the same one.
  Node node();

  /// Its controls beside the tab; always the same.
  default List<ToolRow> tools() {
    return List.of();
  }

  /// Whether its picture has been built; true for a pane without one.
  default boolean drawn() {
    return true;
  }

  /// The moment that its picture shows, if it has one that has been built.
  default Optional<Moment> pictured() {
    return Optional.empty();
  }

  /// What its scene shows, in pixels of the screen, if it has one that has been built.
  default Optional<Viewpoint> viewpoint() {
    return Optional.empty();
  }

  /// Updates it before a frame is painted.
  ///
  /// @param seen the moment that every pane shows in this frame
  default void frame(Moment seen) {}

  /// Marks its moment as outdated, because more is known of it.
  default void stale() {}

  /// Applies the colours of a theme.
  default void applyTheme(Theme theme) {}

  /// Moves the keyboard focus to its tick field.
  ///
  /// @return whether it has one
  default boolean askForTick() {
    return false;
  }

  /// Releases its resources.
  void close();
}
