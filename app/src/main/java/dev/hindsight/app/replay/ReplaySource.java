package dev.hindsight.app.replay;

import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.learn.sac.CheckpointReplay;
import dev.hindsight.trainer.run.foreign.ImportedRun;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Finds the checkpoint that says what the replay buffer of a run holds. Reads files: for
/// background threads.
public final class ReplaySource {
  private ReplaySource() {}

  /// Opens the newest checkpoint of a run, or a checkpoint.
  ///
  /// @param runOrFile a checkpoint file, a folder with `latest.safetensors`, or a run as in
  ///   [RunLedger#find]
  /// @throws dev.hindsight.trainer.Problem if there is none, or it holds no buffer
  public static CheckpointReplay open(String runOrFile) {
    return CheckpointReplay.open(file(runOrFile));
  }

  private static Path file(String runOrFile) {
    Optional<Path> there =
        NamedFile.regular(runOrFile)
            .or(() ->
                NamedFile.path(runOrFile)
                    .map(folder -> new RunFolder(folder).latest())
                    .filter(Files::isRegularFile));
    if (there.isPresent()) {
      return there.get();
    }
    RunRecord run = RunLedger.ofUser().find(runOrFile);
    ImportedRun.requireTrained(run);
    return RunFolder.of(run).latest();
  }
}
