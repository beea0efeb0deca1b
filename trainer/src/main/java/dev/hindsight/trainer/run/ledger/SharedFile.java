package dev.hindsight.trainer.run.ledger;

import dev.hindsight.trainer.AtomicFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Function;

/// A small file that threads and processes change one after the other, each on what the one before
/// has left; readers see the file before or after a change. Blocks.
///
/// @param path in a folder that exists
record SharedFile(Path path) {
  /// Its content; empty if there is no file.
  Optional<byte[]> read() throws IOException {
    try {
      return Optional.of(Files.readAllBytes(path));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  /// Changes it. Content that is not understood is what a hand damaged or another version wrote:
  /// before the file is replaced, it is copied beside it under a free name, `NAME.broken`.
  ///
  /// @param parse reads content; empty if it is not understood
  /// @param change makes the new content from what was read; if it throws, the file stays as it is
  <T> void edit(Function<byte[], Optional<T>> parse, Function<Optional<T>, byte[]> change)
      throws IOException {
    // Not the file itself: each change replaces it.
    Path lock = path.resolveSibling(path.getFileName() + ".lock");
    // Threads of one process would collide on the file lock, which is for processes.
    synchronized (SharedFile.class) {
      try (FileChannel channel =
              FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock _ = channel.lock()) {
        Optional<byte[]> before = read();
        Optional<T> understood = before.flatMap(parse);
        byte[] after = change.apply(understood);
        if (before.isPresent() && understood.isEmpty()) {
          AtomicFile.write(AtomicFile.freeName(path, ".broken"), before.get());
        }
        AtomicFile.write(path, after);
      }
    }
  }
}
