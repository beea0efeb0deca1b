package dev.hindsight.app.workspace;

import dev.hindsight.trainer.scene.Camera;

/// How a scene chooses the part of the world it shows.
public enum CameraMode {
  /// The whole map.
  WHOLE_MAP,
  /// An agent at the centre, north up.
  FOLLOW,
  /// An agent at the centre, its heading up.
  HEADING_UP,
  /// What the selected agent observes, in its own frame.
  EYES,
  /// What happens: the egos on the map, or the selected agent and afterwards the others.
  STORY,
  /// The place that the user panned and zoomed to.
  FREE;

  /// The mode of a camera.
  public static CameraMode of(Camera camera) {
    return switch (camera) {
      case Camera.WholeMap _ -> WHOLE_MAP;
      case Camera.Follow follow ->
          switch (follow.up()) {
            case NORTH -> FOLLOW;
            case HEADING -> HEADING_UP;
          };
      case Camera.Story _ -> STORY;
      case Camera.Free _ -> FREE;
    };
  }
}
