package dev.hindsight.trainer.rollout.foreign;

import dev.hindsight.trainer.CacheFolder;
import dev.hindsight.trainer.rollout.ForwardingRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.foreign.dataset.Datasets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/// Opens recordings of any origin: Hindsight's own files, datasets, and folders of other programs.
public final class RecordingOpener {
  private RecordingOpener() {}

  /// Opens a file as [Rollouts#open] does, a dataset or one of its episodes ([Datasets]), or a
  /// folder that the reference's inspection script wrote. A folder is read completely and converted
  /// the first time: for a background thread.
  ///
  /// @throws dev.hindsight.trainer.Problem if it is none of these, or is inconsistent
  public static Rollout open(Path place) {
    if (Datasets.looksLike(place)) {
      return new ForeignRollout(
          place, Rollouts.open(Datasets.converted(place, CacheFolder.of("datasets"))));
    }
    return Files.isDirectory(place)
        ? new ForeignRollout(place, Rollouts.open(converted(place)))
        : Rollouts.open(place);
  }

  /// Whether a folder is meant to be a recording of another program, whole or not, or holds some.
  public static boolean looksLike(Path folder) {
    return InspectionFolder.looksLike(folder);
  }

  private static Path converted(Path folder) {
    return new FolderConversion(new InspectionFolder(folder), CacheFolder.of("foreign")).file();
  }

  /// A converted recording under the name of its folder, to which bookmarks and titles belong.
  ///
  /// @param file the folder, as the user named it
  /// @param real the converted recording
  private record ForeignRollout(Path file, Rollout real) implements ForwardingRollout {
    /// Its columns are those of the converted recording.
    @Override
    public <T> T derived(Class<T> type, Function<Rollout, T> maker) {
      return real.derived(type, maker);
    }
  }
}
