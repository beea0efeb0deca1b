package dev.hindsight.trainer;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// A file that is locked, against other processes and within this one.
///
/// On POSIX systems, closing any channel of a file releases the locks that the process has on it.
/// So nothing here opens a file again that this process holds: not to lock it, not to see if it is
/// locked, not to read it. One thread at a time takes, asks, reads or releases, whatever the file:
/// all of it is short. Any thread.
public final class HeldFile implements AutoCloseable {
  /// What this process holds; guarded by the class.
  private static final Map<Path, HeldFile> HELD = new HashMap<>();

  private final Path key;
  private final FileChannel channel;

  /// For readers in this process, open as long as the lock: a reader that is interrupted closes the
  /// channel that it reads from.
  private final FileChannel reading;

  private boolean closed;

  private HeldFile(Path key, FileChannel channel, FileChannel reading) {
    this.key = key;
    this.channel = channel;
    this.reading = reading;
  }

  /// Opens a file and locks it.
  ///
  /// @param options to open it with, for writing
  /// @return empty if another process holds it, or something else in this one
  /// @throws IOException if it cannot be opened or locked
  public static Optional<HeldFile> take(Path file, OpenOption... options) throws IOException {
    synchronized (HeldFile.class) {
      Path key = key(file);
      if (HELD.containsKey(key)) {
        return Optional.empty();
      }
      FileChannel channel = FileChannel.open(file, options);
      boolean held = false;
      try {
        if (channel.tryLock() != null) {
          HELD.put(key, new HeldFile(key, channel, FileChannel.open(file)));
          held = true;
        }
      } catch (OverlappingFileLockException _) {
        // Something in this process locks it by other means.
        return Optional.empty();
      } finally {
        if (!held) {
          channel.close();
        }
      }
      return Optional.ofNullable(HELD.get(key));
    }
  }

  /// Whether a process holds a file, this one included.
  ///
  /// @throws IOException if it cannot be opened
  public static boolean isHeld(Path file) throws IOException {
    synchronized (HeldFile.class) {
      if (HELD.containsKey(key(file))) {
        return true;
      }
      try (FileChannel channel = FileChannel.open(file);
          FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
        return lock == null;
      } catch (OverlappingFileLockException _) {
        return true;
      }
    }
  }

  /// What is done with a channel that is open for reading, and stays open only until then.
  @FunctionalInterface
  public interface Reading<T> {
    /// Reads at given positions.
    T from(FileChannel channel) throws IOException;
  }

  /// Reads a file, which this process may hold.
  ///
  /// @throws IOException if it cannot be opened or read
  public static <T> T read(Path file, Reading<T> reading) throws IOException {
    synchronized (HeldFile.class) {
      HeldFile own = HELD.get(key(file));
      if (own != null && own.reading.isOpen()) {
        return reading.from(own.reading);
      }
      try (FileChannel channel = FileChannel.open(file)) {
        return reading.from(channel);
      }
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

  /// Releases it, once.
  @Override
  public void close() throws IOException {
    synchronized (HeldFile.class) {
      if (closed) {
        return;
      }
      closed = true;
      HELD.remove(key);
      try (reading) {
        channel.close();
      }
    }
  }
}
