package dev.hindsight.inspector.panel;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.SketchSettings;
import dev.hindsight.trainer.scene.SubjectWeights;
import dev.hindsight.trainer.task.Job;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// What a panel can request from the window it is docked in. FX thread throughout.
public interface PanelContext {
  /// The recording; when a live one has grown, [Panel#show] receives the longer one.
  Rollout rollout();

  /// The current colours; [Panel#applyPalette] announces others.
  Palette palette();

  /// Moves the cursor of every pane.
  ///
  /// @param tick clamped to the recording
  void seek(int tick);

  /// Selects an agent in every pane, or none with [dev.hindsight.trainer.rollout.Moment#NO_AGENT].
  void select(int agent);

  /// Adds an edit at the cursor's tick to the edits of the next branch.
  default void propose(Edit edit) {}

  /// A moment of another recording.
  ///
  /// @param recording its file
  record Place(Path recording, int tick, int agent) {}

  /// Opens another recording in a tab of its own, at a tick and with an agent selected.
  default void open(Place place) {}

  /// Highlights things in every scene and panel until the next call.
  ///
  /// @param subjects what to highlight; empty for nothing
  void point(Set<MarkSubject> subjects);

  /// Passes the highlighted things to a watcher, now and after every change, while the panel is
  /// open.
  void watchPointed(Consumer<Set<MarkSubject>> watcher);

  /// Draws how much things matter to the policy, in every scene of the moment that the weights
  /// belong to, until the next call.
  default void weigh(SubjectWeights weights) {}

  /// Changes a setting of the recording's pictures, for every scene and panel.
  ///
  /// @param choice id of a [dev.hindsight.trainer.scene.SketchChoice]
  /// @param way id of one of its options
  default void choose(String choice, String way) {}

  /// Passes the settings to a watcher, now and after every change, while the panel is open.
  default void watchChosen(Consumer<SketchSettings> watcher) {
    watcher.accept(SketchSettings.NOTHING);
  }

  /// An object that all panels of the recording share: created on the first request, kept while the
  /// recording is open.
  ///
  /// @param type identifies it
  <T> T shared(Class<T> type, Supplier<T> maker);

  /// Asks the user for files.
  FileDialogs files();

  /// Starts a background job that is too short for the task strip. Closing the panel cancels it,
  /// and `onResult` is then not called; a failure ends the panel.
  ///
  /// @param onResult receives the result on the FX thread
  <T> void background(String title, Job<T> job, Consumer<T> onResult);

  /// Starts a background job that the user asked for and that may fail without harm to the panel,
  /// such as writing a file: a failure is shown as a notice. Closing the panel cancels it.
  ///
  /// @param onResult receives the result on the FX thread
  <T> void attempt(String title, Job<T> job, Consumer<T> onResult);
}
