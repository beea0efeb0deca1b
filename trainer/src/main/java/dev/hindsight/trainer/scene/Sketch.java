package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;
import java.util.Set;

/// How recordings of an environment look: a pure function of (recording, moment), on any thread.
///
/// Equal sketches draw equal pictures, and painters keep what they worked out for one: make yours a
/// record.
public interface Sketch {
  /// Everything that does not change with the tick; callers keep and cache it.
  Scene backdrop(Rollout rollout);

  /// What changes with the tick, to be drawn over the backdrop, bottom to top.
  ///
  /// Never fails for what a recording lacks: it draws what is there, and where that is nothing, a
  /// sentence saying so.
  ///
  /// @param overlays what to show besides the bodies themselves
  List<Mark> at(Moment moment, Set<Overlay> overlays);
}
