package dev.hindsight.trainer;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A file that is locked, against other processes and within this one.
///
/// On POSIX systems, closing any channel of a file releases the locks that the process has on it.
/// So nothing here opens a file again that this process holds: not to lock it, and not to see if it
/// is locked. Any thread.
public final class HeldFile implements AutoCloseable {
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path key;
  private final FileChannel channel;

  private HeldFile(Path key, FileChannel channel) {
    this.key = key;
    this.channel = channel;
  }

  /// Opens a file and locks it.
  ///
  /// @param options to open it with, for writing
  /// @return empty if another process holds it, or something else in this one
  /// @throws IOException if it cannot be opened or locked
  public static Optional<HeldFile> take(Path file, OpenOption... options) throws IOException {
    Path key = key(file);
    if (!HELD.add(key)) {
      return Optional.empty();
    }
    boolean held = false;
    try {
      FileChannel channel = FileChannel.open(file, options);
      try {
        held = channel.tryLock() != null;
      } finally {
        if (!held) {
          channel.close();
        }
      }
      return held ? Optional.of(new HeldFile(key, channel)) : Optional.empty();
    } finally {
      if (!held) {
        HELD.remove(key);
      }
    }
  }

  /// Whether a process holds a file, this one included.
  ///
  /// @throws IOException if it cannot be opened
  public static boolean isHeld(Path file) throws IOException {
    if (HELD.contains(key(file))) {
      return true;
    }
    try (FileChannel channel = FileChannel.open(file);
        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
      return lock == null;
    }
  }

  /// The same for every name of a folder; the file itself may not be there yet.
  private static Path key(Path file) throws IOException {
    Path whole = file.toAbsolutePath().normalize();
    Path folder = whole.getParent();
    return folder != null && Files.isDirectory(folder)
        ? folder.toRealPath().resolve(whole.getFileName())
        : whole;
  }

  /// To write it.
  public FileChannel channel() {
    return channel;
  }

  @Override
  public void close() throws IOException {
    // Only what is no longer open here may be opened again.
    channel.close();
    HELD.remove(key);
  }
}
