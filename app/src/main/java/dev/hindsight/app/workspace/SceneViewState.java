package dev.hindsight.app.workspace;

import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.MessageSketch;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.SceneDefaults;
import dev.hindsight.trainer.scene.Sketch;
import java.util.EnumSet;
import java.util.Set;

/// What one scene view of a recording shows; several may be open, each with its own.
///
/// @param lens whose world it shows
/// @param camera what part of the world is shown
/// @param span metres across the shorter side when an agent is followed
/// @param overlays what is shown besides the bodies
public record SceneViewState(SceneLens lens, Camera camera, double span, Set<Overlay> overlays) {
  /// The whole map of a world on the ground.
  public static final SceneViewState START = start(SceneDefaults.GROUND);

  /// Copies the set.
  public SceneViewState {
    overlays = Set.copyOf(overlays);
  }

  /// The whole map, with what such recordings show at first.
  public static SceneViewState start(SceneDefaults sceneDefaults) {
    return new SceneViewState(
        SceneLens.WORLD, new Camera.WholeMap(), sceneDefaults.span(), sceneDefaults.shown());
  }

  /// Whose world a view shows.
  public enum SceneLens {
    /// Everything the recording holds.
    WORLD,
    /// What the selected agent's observation holds, in its own frame.
    EYES
  }

  /// How it is drawn.
  ///
  /// @param world how the recording is drawn
  public Sketch sketch(Sketch world) {
    return switch (lens) {
      case WORLD -> world;
      case EYES ->
          world
              .asObserved()
              .orElseGet(
                  () -> new MessageSketch("Hindsight cannot draw this environment's observations"));
    };
  }

  /// The mode its buttons show.
  public CameraMode mode() {
    return switch (lens) {
      case WORLD -> CameraMode.of(camera);
      case EYES -> CameraMode.EYES;
    };
  }

  SceneViewState looking(Camera next) {
    double kept = next instanceof Camera.Follow follow ? follow.spanMetres() : span;
    return new SceneViewState(lens, next, kept, overlays);
  }

  SceneViewState through(SceneLens other) {
    return new SceneViewState(other, camera, span, overlays);
  }

  /// Follows an agent through the world: through its own eyes it stands in the middle already.
  SceneViewState following(int agent, Camera.Up up) {
    return new SceneViewState(SceneLens.WORLD, new Camera.Follow(agent, span, up), span, overlays);
  }

  /// A camera that follows goes over to the agent that is selected now.
  SceneViewState selecting(int agent) {
    return camera instanceof Camera.Follow follow
        ? looking(new Camera.Follow(agent, follow.spanMetres(), follow.up()))
        : this;
  }

  SceneViewState toggling(Overlay overlay) {
    Set<Overlay> next = EnumSet.noneOf(Overlay.class);
    next.addAll(overlays);
    if (!next.remove(overlay)) {
      next.add(overlay);
    }
    return new SceneViewState(lens, camera, span, next);
  }
}
