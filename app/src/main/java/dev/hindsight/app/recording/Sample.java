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

/// A recording that is made from what is shipped: the same ticks every time.
///
/// @param id names its file and its pictures
/// @param title of its card
/// @param words what there is to see
/// @param tick the one its pictures show
/// @param camera by which they see it
/// @param plan how it is recorded
public record Sample(
    String id, String title, String words, int tick, Camera camera, RecordingPlan plan) {
  /// The command that opens it.
  public String command() {
    return "file.sample." + id;
  }

  /// Where it lies in a folder.
  public Path file(Path folder) {
    return folder.resolve(id + ".rollout");
  }

  /// Whether all of it lies in a folder of the user's, where it is put first if it came with the
  /// program: bookmarks and branches lie beside a recording. For a background thread.
  public boolean liesIn(Path folder) throws IOException {
    return lies(folder, Samples.shipped());
  }

  /// As [#liesIn(Path)].
  ///
  /// @param shipped where samples that came with the program lie
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

  /// Reads the header of what lies in a folder, for nothing but having read one.
  public void rehearse(Path folder) {
    boolean _ = whole(file(folder));
  }

  /// Records it in a folder for somebody who looks on. For a background thread.
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

  /// Somebody who looks meanwhile sees all of it or nothing.
  private void copy(Path source, Path folder) throws IOException {
    Files.createDirectories(folder);
    AtomicFile.copy(source, file(folder));
  }

  /// One that was cut off or cannot be read is made again, and so is one that was made of something
  /// else by another version.
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
