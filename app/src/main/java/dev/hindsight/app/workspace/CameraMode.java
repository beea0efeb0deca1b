package dev.hindsight.app.workspace;

import dev.hindsight.trainer.scene.Camera;

/// How a scene pane chooses what it shows.
public enum CameraMode {
  /// All of the map.
  WHOLE_MAP,
  /// An agent in the middle, north up.
  FOLLOW,
  /// An agent in the middle, its heading up.
  HEADING_UP,
  /// What the selected agent is told, in its own frame.
  EYES,
  /// Where the user panned and zoomed to.
  FREE;

  /// The mode a camera that shows the world is in.
  public static CameraMode of(Camera camera) {
    return switch (camera) {
      case Camera.WholeMap _ -> WHOLE_MAP;
      case Camera.Follow follow ->
          switch (follow.up()) {
            case NORTH -> FOLLOW;
            case HEADING -> HEADING_UP;
          };
      case Camera.Story _, Camera.Free _ -> FREE;
    };
  }
}
