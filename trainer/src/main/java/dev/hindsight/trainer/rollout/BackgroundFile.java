package dev.hindsight.trainer.rollout;

import static dev.hindsight.trainer.text.TrainerText.wording;

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
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  BackgroundFile(RolloutFile file) {
    this.file = file;
  }

  /// Queues a piece of writing; returns at once.
  void write(Writing writing) {
    worker.execute(() -> {
      if (failure.get() == null) {
        try {
          writing.to(file);
        } catch (IOException | RuntimeException | Error e) {
          // An error too (too little memory): what comes next would be written behind half a chunk.
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
    Throwable cause = failure.get();
    if (cause != null) {
      throw new Problem(
          wording("BackgroundFile.the_recording_stopped_within_its", ticks, cause.getMessage()),
          file.part().toString(),
          wording("BackgroundFile.free_some_space_and_record_again"),
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
          wording("BackgroundFile.the_unfinished_recording_cannot"),
          file.part().toString(),
          wording("BackgroundFile.delete_it_by_hand"),
          e);
    }
  }

  /// A piece of work for the background thread.
  @FunctionalInterface
  interface Writing {
    void to(RolloutFile file) throws IOException;
  }
}
