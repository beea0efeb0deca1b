package dev.hindsight.app.workspace;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.MessageSketch;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.SceneDefaults;
import dev.hindsight.trainer.scene.Sketch;
import java.util.EnumSet;
import java.util.Set;

/// The state of one scene of a recording; several scenes may be open, each with its own.
///
/// @param lens the perspective
/// @param camera the visible part of the world
/// @param span metres across the shorter side while following an agent
/// @param overlays the visible overlays
public record SceneViewState(SceneLens lens, Camera camera, double span, Set<Overlay> overlays) {
  /// The whole map of a world on the ground.
  public static final SceneViewState START = start(SceneDefaults.GROUND);

  /// Copies the set.
  public SceneViewState {
    overlays = Set.copyOf(overlays);
  }

  /// The whole map, with the default settings of such recordings.
  public static SceneViewState start(SceneDefaults sceneDefaults) {
    return new SceneViewState(
        SceneLens.WORLD, new Camera.WholeMap(), sceneDefaults.span(), sceneDefaults.shown());
  }

  /// The perspective of a view.
  public enum SceneLens {
    /// Everything the recording holds.
    WORLD,
    /// What the selected agent observes, in its own frame.
    EYES
  }

  /// The sketch that draws it.
  ///
  /// @param world draws the recording
  public Sketch sketch(Sketch world) {
    return switch (lens) {
      case WORLD -> world;
      case EYES ->
          world
              .asObserved()
              .orElseGet(() ->
                  new MessageSketch(
                      wording("SceneViewState.hindsight_cannot_draw_this_environments")));
    };
  }

  /// The camera mode that its buttons show.
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

  /// Follows an agent in the world; from the agent's own perspective it is already at the centre.
  SceneViewState following(int agent, Camera.Up up) {
    return new SceneViewState(SceneLens.WORLD, new Camera.Follow(agent, span, up), span, overlays);
  }

  /// The camera that shows what happens.
  ///
  /// @param agent the selected agent, or [Moment#NO_AGENT]
  public Camera.Story story(int agent) {
    return new Camera.Story(agent, span, Camera.Up.NORTH);
  }

  /// Moves the camera to the agent selected now. Without one, a following camera stays with its
  /// agent.
  ///
  /// @param agent the selected agent, or [Moment#NO_AGENT]
  SceneViewState selecting(int agent) {
    return switch (camera) {
      case Camera.Follow follow ->
          agent == Moment.NO_AGENT
              ? this
              : looking(new Camera.Follow(agent, follow.spanMetres(), follow.up()));
      case Camera.Story _ -> looking(story(agent));
      case Camera.WholeMap _, Camera.Free _ -> this;
    };
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
