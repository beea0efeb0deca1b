package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Draws recordings of an environment: a pure function of (recording, moment), on any thread.
///
/// Equal sketches draw equal pictures, and painters cache results by sketch: make yours a record.
public interface Sketch {
  /// The part that does not change with the tick; callers cache it.
  Scene backdrop(Rollout rollout);

  /// The part that changes with the tick, to draw over the backdrop, bottom to top.
  ///
  /// Never fails if a recording lacks data: it draws what there is, and if that is nothing, a
  /// message that says so.
  ///
  /// @param overlays what to show besides the bodies
  List<Mark> at(Moment moment, Set<Overlay> overlays);

  /// Which things on the picture are the source of which numbers in the selected agent's
  /// observation. Empty if no agent is selected.
  ///
  /// Sources that the recording does not determine are left out, never guessed.
  default ObservationSources sources(Moment moment) {
    return moment.agent() == Moment.NO_AGENT
        ? ObservationSources.NONE
        : ObservationSources.of(moment.rollout().manifest().observation());
  }

  /// Marks to draw over all others for the things that the user points at, here or in another pane,
  /// whatever the overlays show.
  default List<Mark> pointed(Moment moment, Set<MarkSubject> subjects) {
    Set<MarkSubject> related = sources(moment).related(subjects);
    List<Mark> marks =
        HighlightMarks.of(at(moment, EnumSet.of(Overlay.GOALS, Overlay.OBSERVED)), related);
    if (related.stream().anyMatch(markSubject -> markSubject.kind().equals(MarkSubject.ROAD))) {
      marks.addAll(HighlightMarks.of(backdrop(moment.rollout()).marks(), related));
    }
    return marks;
  }

  /// A thing in a few words: `agent 7 · drive-lstm · 4.2 m/s · in limbo since trial tick 31`.
  default String describe(Moment moment, MarkSubject markSubject) {
    return Descriptions.of(moment, markSubject);
  }

  /// The moment as a sentence, for users who do not see the picture.
  default String narrate(Moment moment) {
    return Narration.of(moment);
  }

  /// Legend lines for ambiguous pictures: which of two recordings it shows, what outlines stand
  /// for, and the chosen settings. Shown whatever the overlays show.
  default List<String> legend(Moment moment, Set<Overlay> overlays) {
    return List.of();
  }

  /// The initial view and the available overlays.
  default SceneDefaults sceneDefaults() {
    return SceneDefaults.GROUND;
  }

  /// The choices for pictures of a recording, besides overlays.
  default List<SketchChoice> choices(Rollout rollout) {
    return List.of();
  }

  /// The same sketch with some settings; unknown ones have no effect.
  default Sketch choosing(SketchSettings sketchSettings) {
    return this;
  }

  /// A sketch of the selected agent's observation alone, in its own frame; empty for an environment
  /// that cannot draw it.
  default Optional<Sketch> asObserved() {
    return Optional.empty();
  }
}
