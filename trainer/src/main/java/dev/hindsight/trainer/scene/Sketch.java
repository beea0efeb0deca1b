package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
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

  /// Which things on the picture fill which numbers of the selected agent's observation. Nothing
  /// while nobody is selected.
  ///
  /// What cannot be told from the recording is left out, never guessed.
  default ObservationSources sources(Moment moment) {
    return moment.agent() == Moment.NO_AGENT
        ? ObservationSources.NONE
        : ObservationSources.of(moment.rollout().manifest().observation());
  }

  /// Marks to be drawn over all others, that show where things are which the user points at, here
  /// or in another pane, whatever the overlays show.
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

  /// The moment as a sentence, for those who do not see the picture.
  default String narrate(Moment moment) {
    return Narration.of(moment);
  }

  /// Lines that say whose picture it is, where that is not plain: which of two recordings, and what
  /// outlines stand for; and what of it was chosen. Shown whatever the overlays show.
  default List<String> legend(Moment moment, Set<Overlay> overlays) {
    return List.of();
  }

  /// How looking at it begins, and what can be switched on.
  default SceneDefaults sceneDefaults() {
    return SceneDefaults.GROUND;
  }

  /// What can be chosen about pictures of a recording besides what is switched on and off.
  default List<SketchChoice> choices(Rollout rollout) {
    return List.of();
  }

  /// The same sketch with something chosen; what it does not know changes nothing.
  default Sketch choosing(SketchSettings sketchSettings) {
    return this;
  }

  /// The world as the selected agent is told of it: drawn from its observation alone, in its own
  /// frame; nothing for an environment that cannot draw that.
  default Optional<Sketch> asObserved() {
    return Optional.empty();
  }
}
