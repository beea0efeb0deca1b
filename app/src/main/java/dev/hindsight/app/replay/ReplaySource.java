package dev.hindsight.app.replay;

import dev.hindsight.trainer.learn.sac.CheckpointReplay;
import dev.hindsight.trainer.run.foreign.ImportedRun;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

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
    try {
      Path path = Path.of(runOrFile);
      if (Files.isRegularFile(path)) {
        return path;
      }
      Path latest = new RunFolder(path).latest();
      if (Files.isRegularFile(latest)) {
        return latest;
      }
    } catch (InvalidPathException _) {
      // The name of a run may be no path.
    }
    RunRecord run = RunLedger.ofUser().find(runOrFile);
    ImportedRun.requireTrained(run);
    return new RunFolder(run.start().folder()).latest();
  }
}
