package dev.hindsight.trainer;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A file that is locked, against other processes and within this one.
///
/// On POSIX systems, closing any channel of a file releases the locks that the process has on it.
/// So nothing here opens a file again that this process holds: not to lock it, not to see if it is
/// locked, not to read it. Any thread.
public final class HeldFile implements AutoCloseable {
  /// What this process holds, or is about to.
  private static final Set<Path> TAKEN = ConcurrentHashMap.newKeySet();

  private static final Map<Path, HeldFile> HELD = new ConcurrentHashMap<>();

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
  public static Optional<HeldFile> take(Path path, OpenOption... options) throws IOException {
    Path key = key(path);
    if (!TAKEN.add(key)) {
      return Optional.empty();
    }
    boolean held = false;
    try {
      FileChannel channel = FileChannel.open(path, options);
      try {
        held = channel.tryLock() != null;
      } finally {
        if (!held) {
          channel.close();
        }
      }
      if (!held) {
        return Optional.empty();
      }
      HeldFile file = new HeldFile(key, channel);
      HELD.put(key, file);
      return Optional.of(file);
    } finally {
      if (!held) {
        TAKEN.remove(key);
      }
    }
  }

  /// Whether a process holds a file, this one included.
  ///
  /// @throws IOException if it cannot be opened
  public static boolean isHeld(Path file) throws IOException {
    if (TAKEN.contains(key(file))) {
      return true;
    }
    try (FileChannel channel = FileChannel.open(file);
        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
      return lock == null;
    }
  }

  /// What is done with a channel that is open for reading, and stays open only until then.
  @FunctionalInterface
  public interface Reading<T> {
    /// Reads at given positions.
    T from(FileChannel channel) throws IOException;
  }

  /// Reads a file, which this process may hold for reading and writing.
  ///
  /// @throws IOException if it cannot be opened or read
  public static <T> T read(Path file, Reading<T> reading) throws IOException {
    HeldFile own = HELD.get(key(file));
    if (own != null) {
      try {
        return reading.from(own.channel);
      } catch (ClosedChannelException _) {
        // It has just been released.
      }
    }
    try (FileChannel channel = FileChannel.open(file)) {
      return reading.from(channel);
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
    HELD.remove(key);
    channel.close();
    TAKEN.remove(key);
  }
}
