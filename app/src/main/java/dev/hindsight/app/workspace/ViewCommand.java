package dev.hindsight.app.workspace;

import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Overlay;

/// Everything that changes the view of a recording. A command that names no scene applies to the
/// one used last.
public sealed interface ViewCommand {
  /// Selects an agent; a nonexistent one, such as [dev.hindsight.trainer.rollout.Moment#NO_AGENT],
  /// selects none.
  record Select(int agent) implements ViewCommand {}

  /// Selects the agent a number of places later, cyclically.
  record SelectNext(int agents) implements ViewCommand {}

  /// Selects an agent and keeps it at the centre.
  record Follow(int agent) implements ViewCommand {}

  /// Shows a part of the world.
  record SetCamera(Camera camera) implements ViewCommand {}

  /// Sets the mode that chooses the visible part.
  record SetCameraMode(CameraMode mode) implements ViewCommand {}

  /// Shows a hidden overlay, or hides a visible one.
  record Toggle(Overlay overlay) implements ViewCommand {}

  /// Changes a setting of the pictures in all scenes and panels.
  ///
  /// @param choice id of a [dev.hindsight.trainer.scene.SketchChoice]
  /// @param way id of one of its options
  record Choose(String choice, String way) implements ViewCommand {}

  /// Makes a scene the one used last.
  record Activate(int view) implements ViewCommand {}

  /// Makes a scene the one used last, and applies a command to it.
  record InView(int view, ViewCommand command) implements ViewCommand {}

  /// Takes over the view of another recording of the same agents.
  record CopyFrom(ViewState other) implements ViewCommand {}

  /// Drops the state of a scene.
  record Close(int view) implements ViewCommand {}
}
