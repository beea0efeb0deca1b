package dev.hindsight.app.evaluation;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.moment.OtherRecordings;
import java.nio.file.Path;
import java.util.List;

/// The moments of an evaluation in the window: records its worst episodes again, opens the worst of
/// them, and lets its panel *Moments* rank all of them.
final class EvaluationMoments {
  private static final String PANEL = "moments";

  private EvaluationMoments() {}

  /// Starts in the background. FX thread.
  ///
  /// @param evaluations at least one, of the same environment
  /// @param count how many episodes of each
  /// @param folder where the recordings go
  static void rank(
      WindowContext window, List<FinishedEvaluation> evaluations, int count, Path folder) {
    EpisodeRecordings episodes =
        new EpisodeRecordings(EpisodeRecordings.worst(evaluations, count), folder);
    window
        .background()
        .start(
            BackgroundTask.of(
                wording("EvaluationMoments.recording_episodes", episodes.episodes().size()),
                episodes,
                files -> open(window, files)));
  }

  private static void open(WindowContext window, List<Path> files) {
    window.open(
        files.getFirst(),
        document -> {
          document.layout().send(new LayoutCommand.Open(PaneId.of(PANEL), PaneKinds.home(PANEL)));
          document
              .shared(OtherRecordings.class, OtherRecordings::new)
              .rank(files.subList(1, files.size()));
        });
  }
}
