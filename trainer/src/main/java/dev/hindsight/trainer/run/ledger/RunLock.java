package dev.hindsight.trainer.run.ledger;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Keeps two processes, or two threads, from working on one run. The lock ends with its process in
/// any case.
public final class RunLock implements AutoCloseable {
  private final FileChannel channel;

  private RunLock(FileChannel channel) {
    this.channel = channel;
  }

  /// Takes the lock.
  ///
  /// @throws Problem if another process or thread has it
  public static RunLock take(RunFolder folder) {
    try {
      FileChannel channel =
          FileChannel.open(folder.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (locked(channel).isEmpty()) {
        channel.close();
        throw new Problem(
            "another process is using this run", folder.id().text(), "stop it first, or wait");
      }
      return new RunLock(channel);
    } catch (IOException e) {
      throw new Problem(
          "the run's folder cannot be written to",
          folder.path().toString(),
          "check that it is there, its permissions, and that there is room",
          e);
    }
  }

  private static Optional<FileLock> locked(FileChannel channel) throws IOException {
    try {
      return Optional.ofNullable(channel.tryLock());
    } catch (OverlappingFileLockException _) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
