package dev.hindsight.trainer.run.ledger;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.HeldFile;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Function;

/// Keeps two processes, or two threads, from working on one run or one study. The lock ends with
/// its process in any case.
public final class RunLock implements AutoCloseable {
  private final HeldFile held;

  private RunLock(HeldFile held) {
    this.held = held;
  }

  /// Takes the lock.
  ///
  /// @throws Problem if another process or thread has it
  public static RunLock take(RunFolder folder) {
    return take(folder.path(), folder.lock());
  }

  /// Takes the lock for something that holds it from then on; if that fails, the lock is free again
  /// at once.
  ///
  /// @throws Problem if another process or thread has it
  public static <T> T take(RunFolder folder, Function<RunLock, T> holder) {
    RunLock lock = take(folder);
    try {
      return holder.apply(lock);
    } catch (RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  /// Takes the lock of a folder other than a run's.
  ///
  /// @param folder named in the message
  /// @param lock the lock file
  /// @throws Problem if another process or thread has it
  public static RunLock take(Path folder, Path lock) {
    try {
      return new RunLock(
          HeldFile.take(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
              .orElseThrow(() ->
                  new Problem(
                      wording("RunLock.another_process_is_using_it"),
                      String.valueOf(folder.getFileName()),
                      wording("RunLock.stop_it_first_or_wait"))));
    } catch (IOException e) {
      throw new Problem(
          wording("RunLock.the_folder_cannot_be_written"),
          folder.toString(),
          wording("RunLock.check_that_it_is_there_its"),
          e);
    }
  }

  /// Whether a process or thread has the lock.
  static boolean taken(RunFolder folder) throws IOException {
    return Files.exists(folder.lock()) && HeldFile.isHeld(folder.lock());
  }

  @Override
  public void close() {
    try {
      held.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
