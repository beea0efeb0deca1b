package dev.hindsight.render.film;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Overlay;
import java.util.Set;

/// The view of a recording in a film.
///
/// @param camera the visible part of the world
/// @param overlays what is shown besides the bodies
/// @param agent the selected agent, or [Moment#NO_AGENT]
public record Shot(Camera camera, Set<Overlay> overlays, int agent) {
  /// Copies the set.
  public Shot {
    overlays = Set.copyOf(overlays);
  }

  /// The whole map, with the caption.
  public static Shot wholeMap() {
    return new Shot(new Camera.WholeMap(), Set.of(Overlay.CAPTION), Moment.NO_AGENT);
  }
}
