package dev.hindsight.render.stage;

import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Viewpoint;

/// How a scene is seen when it asks for a moment, and what lays out and draws ahead for it, so that
/// the FX thread need not.
///
/// @param width of the picture, in pixels
/// @param device device pixels per pixel
/// @param letters scale of the text relative to the default
record RequestedView(
    SceneTextLayout textLayout,
    CrowdLayer crowdLayer,
    Camera camera,
    double width,
    double height,
    double device,
    double letters) {
  /// Whether there is anything to see.
  boolean visible() {
    return width >= 1 && height >= 1;
  }

  /// What its text is laid out for, at a moment's viewpoint.
  SceneTextLayout.TextFrame frame(Viewpoint viewpoint) {
    return textLayout.frame(viewpoint, device, letters);
  }
}
