package dev.hindsight.app.workspace;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.function.Consumer;

/// Work that makes a recording which can be looked at while it is made.
@FunctionalInterface
public interface LiveRecordingJob {
  /// Records.
  ///
  /// @param follower to be given the growing recording, on this thread
  /// @return the finished recording
  Path run(Progress progress, Cancellation cancellation, Consumer<Rollout> follower)
      throws Exception;
}
