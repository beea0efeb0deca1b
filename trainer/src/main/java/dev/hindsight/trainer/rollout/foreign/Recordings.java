package dev.hindsight.trainer.rollout.foreign;

import dev.hindsight.trainer.CacheFolder;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Files;
import java.nio.file.Path;

/// Opens whatever holds a recording: our own files, and folders of other programs.
public final class Recordings {
  private Recordings() {}

  /// Opens a file as [Rollouts#open] does, or a folder as the reference's inspection script writes
  /// it. A folder is read whole and converted the first time: for a background thread.
  ///
  /// @throws dev.hindsight.trainer.Problem if it is none of these, or does not hold together
  public static Rollout open(Path place) {
    return Files.isDirectory(place)
        ? new ForeignRollout(place, Rollouts.open(converted(place)))
        : Rollouts.open(place);
  }

  private static Path converted(Path folder) {
    return new FolderConversion(new InspectionFolder(folder), CacheFolder.of("foreign")).file();
  }
}
