package dev.hindsight.app.workspace;

import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Overlay;

/// Everything that changes how a recording is looked at. What does not say which scene view it is
/// about is about the one used last.
public sealed interface ViewCommand {
  /// Select an agent; one that does not exist, for instance
  /// [dev.hindsight.trainer.rollout.Moment#NO_AGENT], selects none.
  record Select(int agent) implements ViewCommand {}

  /// Select the agent so many further on, round and round.
  record SelectNext(int agents) implements ViewCommand {}

  /// Select an agent and keep it in the middle.
  record Follow(int agent) implements ViewCommand {}

  /// Show this part of the world.
  record SetCamera(Camera camera) implements ViewCommand {}

  /// Choose what is shown by this rule.
  record SetCameraMode(CameraMode mode) implements ViewCommand {}

  /// Show an overlay that is hidden, hide one that is shown.
  record Toggle(Overlay overlay) implements ViewCommand {}

  /// Choose something about the pictures of all scene views; panels follow.
  ///
  /// @param choice id of a [dev.hindsight.trainer.scene.SketchChoice]
  /// @param way id of one of its ways
  record Choose(String choice, String way) implements ViewCommand {}

  /// Use this scene view from now on.
  record Activate(int view) implements ViewCommand {}

  /// Use this scene view, and do this to it.
  record InView(int view, ViewCommand command) implements ViewCommand {}

  /// Look at it as at another recording of the same agents.
  record CopyFrom(ViewState other) implements ViewCommand {}

  /// Forget what this scene view showed.
  record Close(int view) implements ViewCommand {}
}
