package dev.hindsight.render.stage;

import dev.hindsight.trainer.outcome.RunningCounts;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Captions;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.OtherMoments;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Subject;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A moment drawn up: everything that had to be read from the recording.
///
/// @param wish what it was drawn up for
/// @param set the recording's backdrop and counts
/// @param marks bottom to top
/// @param sentence the moment in words, for those who do not see it
/// @param counted false if the metrics are left out because counting so far takes longer
record Draft(
    Wish wish, Setting set, List<Mark> marks, Captions captions, String sentence, boolean counted) {
  /// Ticks counted in one go: well under a frame's time.
  private static final int COUNT_AT_ONCE = 2000;

  /// What is to be seen.
  ///
  /// @param known the setting of the picture before, which mostly serves again
  ///
  /// @param pointed what is to be highlighted over all else
  record Wish(
      Moment moment,
      Sketch sketch,
      Set<Overlay> overlays,
      Set<Subject> pointed,
      Optional<Setting> known) {}

  /// What is worked out once per recording.
  record Setting(Moment first, Sketch sketch, Scene backdrop, RunningCounts counts) {
    boolean serves(Wish wish) {
      return first.rollout().equals(wish.moment.rollout()) && sketch.equals(wish.sketch);
    }
  }

  /// Reads the recording; any thread.
  static Draft of(Wish wish) {
    Setting set = wish.known.filter(known -> known.serves(wish)).orElseGet(() -> setting(wish));
    Moment moment = wish.moment;
    Set<Overlay> overlays = wish.overlays;
    boolean counted = true;
    if (overlays.contains(Overlay.METRICS)) {
      int missing = set.counts.missing(moment.tick());
      if (missing > COUNT_AT_ONCE) {
        set.counts.readTo(moment.tick() - missing + COUNT_AT_ONCE);
        counted = false;
        overlays = EnumSet.copyOf(overlays);
        overlays.remove(Overlay.METRICS);
      }
    }
    List<Mark> marks = new ArrayList<>(wish.sketch.at(moment, wish.overlays));
    if (!wish.pointed.isEmpty() && moment.tick() < moment.rollout().ticks()) {
      marks.addAll(wish.sketch.pointed(moment, wish.pointed));
      marks.addAll(OtherMoments.of(wish.sketch, moment, wish.pointed));
    }
    Captions captions =
        Captions.of(moment, overlays, set.counts).under(wish.sketch.legend(moment, overlays));
    return new Draft(wish, set, marks, captions, wish.sketch.narrate(moment), counted);
  }

  private static Setting setting(Wish wish) {
    return new Setting(
        wish.moment,
        wish.sketch,
        wish.sketch.backdrop(wish.moment.rollout()),
        new RunningCounts(wish.moment.rollout()));
  }
}
