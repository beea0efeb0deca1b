package dev.hindsight.trainer.rollout.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.CacheFolder;
import dev.hindsight.trainer.Problem;
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

  /// Opens a recording of Hindsight itself, which has checksums and can be simulated again.
  ///
  /// @throws Problem if it is a dataset, a folder of another program, or no recording
  public static Rollout own(Path place) {
    boolean dataset = Datasets.looksLike(place);
    if (dataset || (Files.isDirectory(place) && looksLike(place))) {
      throw new Problem(
          dataset
              ? wording("RecordingOpener.this_is_a_dataset")
              : wording("RecordingOpener.this_is_a_folder_of_another_program"),
          place.toString(),
          wording("RecordingOpener.give_the_rollout"));
    }
    return Rollouts.open(place);
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
