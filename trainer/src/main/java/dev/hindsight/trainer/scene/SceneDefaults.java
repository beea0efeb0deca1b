package dev.hindsight.trainer.scene;

import java.util.EnumSet;
import java.util.Set;

/// How looking at recordings of an environment begins, and what can be switched on in it.
///
/// @param offered the overlays that change something
/// @param shown those of them that are on at first
/// @param span metres across the shorter side of the picture while an agent is followed
public record SceneDefaults(Set<Overlay> offered, Set<Overlay> shown, double span) {
  /// On the ground, among bodies as large as cars: about what a driver looks ahead.
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

  /// What a film shows: what a view does, and the metrics.
  public Set<Overlay> filmed() {
    Set<Overlay> filmed = EnumSet.of(Overlay.METRICS);
    filmed.addAll(shown);
    return filmed;
  }
}
