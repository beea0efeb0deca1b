package dev.hindsight.trainer.scene;

import java.util.EnumSet;
import java.util.Set;

/// The initial view of an environment's recordings, and the overlays that users can switch on.
///
/// @param offered overlays with an effect
/// @param shown those that are on at first
/// @param span metres across the shorter side of the picture while an agent is followed
public record SceneDefaults(Set<Overlay> offered, Set<Overlay> shown, double span) {
  /// For ground vehicles as large as cars: about as far as a driver looks ahead.
  public static final SceneDefaults GROUND =
      new SceneDefaults(
          EnumSet.of(
              Overlay.GOALS,
              Overlay.TRAILS,
              Overlay.OBSERVED,
              Overlay.LABELS,
              Overlay.CAPTION,
              Overlay.METRICS,
              Overlay.GHOSTS),
          EnumSet.of(Overlay.GOALS, Overlay.TRAILS, Overlay.CAPTION, Overlay.GHOSTS),
          90);

  /// Copies the sets.
  public SceneDefaults {
    offered = Set.copyOf(offered);
    shown = Set.copyOf(shown);
  }

  /// The overlays of a film: those of a view plus the metrics.
  public Set<Overlay> filmed() {
    Set<Overlay> filmed = EnumSet.of(Overlay.METRICS);
    filmed.addAll(shown);
    return filmed;
  }
}
