package dev.hindsight.inspector.provenance;

import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.rollout.foreign.dataset.Datasets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/// Reads the provenance of any file that can be opened. For a background thread.
public final class ProvenanceFile {
  private ProvenanceFile() {}

  /// Reads a recording, a dataset, a folder of the inspection script, or a checkpoint.
  ///
  /// @throws dev.hindsight.trainer.Problem if it is none of these, or is damaged
  public static Provenance read(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    boolean recording =
        Files.isDirectory(file)
            || name.endsWith(".rollout")
            || name.endsWith(".part")
            || Datasets.looksLike(file);
    if (!recording) {
      return Provenance.of(Checkpoints.read(file));
    }
    try (Rollout rollout = RecordingOpener.open(file)) {
      return Provenance.of(rollout);
    }
  }
}
