package dev.hindsight.inspector.panel;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.SketchSettings;
import dev.hindsight.trainer.task.Job;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// What a panel may ask of the window it is docked in. FX thread throughout.
public interface PanelContext {
  /// The recording; a live one grows, and [Panel#show] brings the longer one.
  Rollout rollout();

  /// The colours now; [Panel#applyPalette] tells of others.
  Palette palette();

  /// Moves the cursor of every pane.
  ///
  /// @param tick clamped to the recording
  void seek(int tick);

  /// Selects an agent everywhere, or none with [dev.hindsight.trainer.rollout.Moment#NO_AGENT].
  void select(int agent);

  /// Puts a change by hand, at the tick of the cursor, on the list of those that a branch begins
  /// with.
  default void propose(Edit edit) {}

  /// Points at things: every scene and panel highlights them until somebody points elsewhere.
  ///
  /// @param subjects what is pointed at; empty for nothing
  void point(Set<MarkSubject> subjects);

  /// Tells a watcher what is pointed at, now and whenever that changes, as long as the panel is
  /// open.
  void watchPointed(Consumer<Set<MarkSubject>> watcher);

  /// Chooses something about the recording's pictures, for every scene and panel.
  ///
  /// @param choice id of a [dev.hindsight.trainer.scene.SketchChoice]
  /// @param way id of one of its ways
  default void choose(String choice, String way) {}

  /// Tells a watcher what is chosen, now and whenever that changes, as long as the panel is open.
  default void watchChosen(Consumer<SketchSettings> watcher) {
    watcher.accept(SketchSettings.NOTHING);
  }

  /// What all panels of the recording share: made when it is first asked for, there as long as the
  /// recording is open.
  ///
  /// @param type by which it is found again
  <T> T shared(Class<T> type, Supplier<T> maker);

  /// Starts work beside the FX thread, too short to be shown in the task strip; it is cancelled
  /// when the panel is closed, and then `onResult` is not called.
  ///
  /// @param onResult gets the result on the FX thread
  <T> void background(String title, Job<T> job, Consumer<T> onResult);
}
