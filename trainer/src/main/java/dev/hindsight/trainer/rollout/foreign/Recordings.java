package dev.hindsight.trainer.rollout.foreign;

import dev.hindsight.trainer.CacheFolder;
import dev.hindsight.trainer.rollout.ForwardingRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

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

  /// A converted recording under the name of the folder it came from: bookmarks and titles are that
  /// folder's.
  ///
  /// @param file the folder, as the user named it
  /// @param real what is read
  private record ForeignRollout(Path file, Rollout real) implements ForwardingRollout {
    /// Its columns are those of what is read.
    @Override
    public <T> T derived(Class<T> type, Function<Rollout, T> maker) {
      return real.derived(type, maker);
    }
  }
}
