package dev.hindsight.app.recording;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.record.RecordingReport;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;

/// Records under the plan's name or, if that recording exists or is being made, the name with a
/// number: a recording made in the window never replaces another.
///
/// @param plan what to record
public record UniquelyNamedRecording(RecordingPlan plan) {
  /// Loads, checks and records, on the calling thread.
  public RecordingReport run(Progress progress, Cancellation cancellation) throws IOException {
    return named(unique -> unique.run(progress, cancellation));
  }

  /// As [#run(Progress, Cancellation)], with a follower that watches the recording grow.
  ///
  /// @param follower as in [dev.hindsight.trainer.record.RolloutRecorder]
  public RecordingReport run(
      Progress progress, Cancellation cancellation, Consumer<Rollout> follower) throws IOException {
    return named(unique -> unique.run(progress, cancellation, follower));
  }

  private RecordingReport named(Function<RecordingPlan, RecordingReport> recorded)
      throws IOException {
    Path wanted = plan.out().toAbsolutePath();
    Files.createDirectories(wanted.getParent());
    Path free = AtomicFile.numbered(wanted, Rollouts::reserve);
    try {
      return recorded.apply(plan.writing(free));
    } finally {
      Rollouts.release(free);
    }
  }
}
