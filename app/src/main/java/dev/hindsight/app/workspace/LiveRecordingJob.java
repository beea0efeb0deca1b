package dev.hindsight.app.workspace;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.function.Consumer;

/// A job that makes a recording which the window can show meanwhile.
@FunctionalInterface
public interface LiveRecordingJob {
  /// Records.
  ///
  /// @param follower receives the growing recording, on this thread
  /// @return the finished recording
  Path run(Progress progress, Cancellation cancellation, Consumer<Rollout> follower)
      throws Exception;
}
