package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.ledger.CheckpointHistory;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/// What a run's folder must still hold before the run can be resumed. A run that lost its state
/// would begin again and replace what its earlier updates measured.
final class ResumableFolder {
  private ResumableFolder() {}

  /// Finds the folder of a run.
  ///
  /// @throws Problem if it is gone, or the ledger knows of finished updates and their state is gone
  static RunFolder of(RunRecord run) {
    RunFolder folder = RunFolder.existing(run);
    long finished = run.progress().map(RunProgress::updates).orElse(0L);
    if (finished > 0 && !Files.exists(folder.latest())) {
      List<String> left = policies(folder);
      throw new Problem(
          wording("ResumableFolder.the_state_is_missing", finished),
          folder.latest().toString(),
          left.isEmpty()
              ? wording("ResumableFolder.restore_the_file_or_begin")
              : wording(
                  "ResumableFolder.restore_the_file_or_begin_from",
                  String.join(", ", left),
                  folder.id()));
    }
    return folder;
  }

  /// The policies that are still there, from which a new run can begin.
  private static List<String> policies(RunFolder folder) {
    List<String> left = new ArrayList<>();
    if (Files.exists(folder.best())) {
      left.add(folder.best().getFileName().toString());
    }
    int versions = CheckpointHistory.versions(folder).size();
    if (versions > 0) {
      left.add(wording("ResumableFolder.versions", versions));
    }
    return left;
  }
}
