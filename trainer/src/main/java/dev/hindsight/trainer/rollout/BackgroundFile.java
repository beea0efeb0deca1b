package dev.hindsight.trainer.rollout;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Worker;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Writes to a [RolloutFile] on a thread of its own, in order, until the disk takes no more; after
/// that nothing more is written, and what was stays.
final class BackgroundFile {
  private final RolloutFile file;
  private final Worker worker = new Worker("rollout-writer");
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

  BackgroundFile(RolloutFile file) {
    this.file = file;
  }

  /// Hands writing over; returns at once.
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

  /// Runs something after what was handed over, also when writing has failed.
  void afterwards(Runnable work) {
    worker.execute(work);
  }

  /// Says so if the disk took no more.
  ///
  /// @param ticks how many had been handed over
  /// @throws Problem telling where the rest lies
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

  /// Waits, then removes the unfinished file, unless writing failed: then it is all that is left.
  ///
  /// @throws Problem if it cannot be removed
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
