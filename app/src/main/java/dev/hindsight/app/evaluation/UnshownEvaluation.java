package dev.hindsight.app.evaluation;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.settings.DocumentsFolder;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.NamedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Keeps an evaluation whose tab was closed before it ended: hours of work would be lost otherwise.
final class UnshownEvaluation {
  private UnshownEvaluation() {}

  /// Writes it into the user's folder in the background, and says where it is. FX thread.
  static void save(WindowContext window, FinishedEvaluation evaluation) {
    window
        .background()
        .start(
            BackgroundTask.of(
                    wording("UnshownEvaluation.saving", evaluation.checkpoint()),
                    (_, _) -> {
                      Path file = free(evaluation);
                      EvaluationFile.write(file, List.of(evaluation));
                      return file;
                    },
                    (Path file) ->
                        window.raiseNotice(
                            new Notice.Waiting(
                                wording("UnshownEvaluation.has_ended", evaluation.checkpoint()),
                                wording("UnshownEvaluation.saved_as", file))))
                .withFile(file -> file));
  }

  /// A file that does not exist yet, named after the policy.
  private static Path free(FinishedEvaluation evaluation) throws IOException {
    Path folder = Files.createDirectories(DocumentsFolder.path());
    String name = "evaluation-" + NamedFile.lastPart(evaluation.checkpoint()) + ".json";
    return AtomicFile.numbered(folder.resolve(name), file -> !Files.exists(file));
  }
}
