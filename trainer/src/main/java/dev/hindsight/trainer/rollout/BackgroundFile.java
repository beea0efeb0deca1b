package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Worker;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Writes to a [RolloutFile] on its own thread, in order, until the disk takes no more; from then
/// on it writes nothing more and keeps what is written.
final class BackgroundFile {
  private final RolloutFile file;
  private final Worker worker = new Worker("rollout-writer");
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

  BackgroundFile(RolloutFile file) {
    this.file = file;
  }

  /// Queues a piece of writing; returns at once.
  void write(Writing writing) {
    worker.execute(() -> {
      if (failure.get() == null) {
        try {
          writing.to(file);
        } catch (IOException | RuntimeException e) {
          failure.set(e);
        }
      }
    });
  }

  /// Runs something after everything queued, even if writing has failed.
  void afterwards(Runnable work) {
    worker.execute(work);
  }

  /// Checks that the disk took everything so far.
  ///
  /// @param ticks how many have been queued
  /// @throws Problem naming the place of what was written
  void check(int ticks) {
    Exception cause = failure.get();
    if (cause != null) {
      throw new Problem(
          "the recording stopped within its first " + ticks + " ticks: " + cause.getMessage(),
          file.part().toString(),
          "free some space and record again; what was written so far can be opened there",
          cause);
    }
  }

  /// Waits until everything is written.
  void end() {
    worker.close();
  }

  /// Waits, then deletes the unfinished file. If writing failed, it keeps the file, because nothing
  /// else is left.
  ///
  /// @throws Problem if it cannot be deleted
  void abandon() {
    worker.close();
    try {
      if (failure.get() == null) {
        file.discard();
      } else {
        file.release();
      }
    } catch (IOException e) {
      throw new Problem(
          "the unfinished recording cannot be removed",
          file.part().toString(),
          "delete it by hand",
          e);
    }
  }

  /// A piece of work for the background thread.
  @FunctionalInterface
  interface Writing {
    void to(RolloutFile file) throws IOException;
  }
}
