package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.ledger.RunCopy;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/// Asks where the folder of a run is now, if it is not where the ledger has it.
final class MovedRun {
  private MovedRun() {}

  /// Finds the folder of a run that is to be resumed. On the FX thread.
  ///
  /// @param found receives the run as the ledger has it then; not called if the user names no
  ///   folder, or another one
  static void locate(WindowContext window, RunRecord run, Consumer<RunRecord> found) {
    window
        .background()
        .startHidden(
            wording("MovedRun.looking_for_its_folder"),
            (_, _) -> Files.isDirectory(run.start().folder()),
            there -> {
              if (there) {
                found.accept(run);
              } else {
                ask(window, run, found, () -> {});
              }
            });
  }

  /// As [#locate], for a run whose folder is known to be elsewhere.
  ///
  /// @param lost runs if the user names no folder, or another one
  static void ask(WindowContext window, RunRecord run, Consumer<RunRecord> found, Runnable lost) {
    window
        .dialogs()
        .folder(wording("MovedRun.where_is_the_folder_now", run.id()))
        .ifPresentOrElse(
            folder ->
                window
                    .background()
                    .startHidden(
                        wording("MovedRun.looking_for_its_folder"),
                        (_, _) -> settled(run, folder),
                        found,
                        lost),
            lost);
  }

  private static RunRecord settled(RunRecord run, Path folder) {
    RunLedger ledger = RunLedger.ofUser();
    RunRecord moved = RunCopy.toChange(ledger, folder.toString());
    if (!moved.id().equals(run.id())) {
      throw new Problem(
          wording("MovedRun.it_is_the_folder_of_another_run", moved.id()),
          folder.toString(),
          wording("MovedRun.choose_that_of", run.id()));
    }
    return RunCopy.settle(ledger, moved);
  }
}
