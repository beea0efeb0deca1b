package dev.hindsight.app.recording;

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

  /// Whether all of it lies there. For a background thread.
  public boolean liesIn(Path folder) {
    return whole(file(folder));
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
      if (!whole(file)) {
        Files.createDirectories(folder);
        plan.writing(file).run(progress, cancellation);
      }
      return file;
    };
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
