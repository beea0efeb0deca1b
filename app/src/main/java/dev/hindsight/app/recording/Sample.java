package dev.hindsight.app.recording;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// A sample recording, made from built-in files: the same ticks every time.
///
/// @param id names its file and its pictures
/// @param title the title of its card
/// @param words what it shows
/// @param tick the tick in its pictures
/// @param camera the camera of its pictures
/// @param plan the plan that records it
public record Sample(
    String id, String title, String words, int tick, Camera camera, RecordingPlan plan) {
  /// The command that opens it.
  public String command() {
    return "file.sample." + id;
  }

  /// Its file in a folder.
  public Path file(Path folder) {
    return folder.resolve(id + ".rollout");
  }

  /// Whether the complete sample is in a user's folder. Copies a sample that came with the program
  /// there first, because bookmarks and branches lie beside a recording. For a background thread.
  public boolean liesIn(Path folder) throws IOException {
    return lies(folder, Samples.shipped());
  }

  /// As [#liesIn(Path)].
  ///
  /// @param shipped the folder of samples that came with the program
  boolean lies(Path folder, Optional<Path> shipped) throws IOException {
    if (whole(file(folder))) {
      return true;
    }
    Optional<Path> source = shipped.map(this::file).filter(this::whole);
    if (source.isPresent()) {
      copy(source.get(), folder);
    }
    return source.isPresent();
  }

  /// Reads the header of the sample in a folder once, so that the next reading is faster.
  public void rehearse(Path folder) {
    boolean _ = whole(file(folder));
  }

  /// Records it in a folder, with a follower that watches it grow. For a background thread.
  ///
  /// @param follower as in [dev.hindsight.trainer.record.RolloutRecorder]
  public Path record(
      Path folder, Progress progress, Cancellation cancellation, Consumer<Rollout> follower)
      throws IOException {
    Files.createDirectories(folder);
    return plan.writing(file(folder)).run(progress, cancellation, follower).file();
  }

  /// Finds its file in a folder, or records it there.
  public Job<Path> in(Path folder) {
    return (progress, cancellation) -> {
      Path file = file(folder);
      if (!liesIn(folder)) {
        Files.createDirectories(folder);
        plan.writing(file).run(progress, cancellation);
      }
      return file;
    };
  }

  /// Copies a file so that readers see all of it or nothing.
  private void copy(Path source, Path folder) throws IOException {
    Files.createDirectories(folder);
    AtomicFile.copy(source, file(folder));
  }

  /// Whether a sample is usable; one that was cut off, cannot be read, or was made differently by
  /// another version is recorded again.
  private boolean whole(Path file) {
    if (!Files.exists(file)) {
      return false;
    }
    try (Rollout rollout = Rollouts.open(file)) {
      return rollout.complete() && plan.made(rollout.manifest());
    } catch (Problem _) {
      return false;
    }
  }
}
