package dev.hindsight.trainer;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A file in the making. It lies beside the one it will become, under a name of its own, until
/// [#publish] gives it its name; closing it before deletes it. So a reader sees the whole new file
/// or what was there before, also where the disk is full, the program is killed or the power fails.
///
/// Blocks: for background threads. Several threads and processes may write the same target at once:
/// the last one to publish wins.
public final class AtomicFile implements AutoCloseable {
  private static final String END = ".part";

  /// What a process that was killed has left is deleted when it is older than this.
  private static final Duration LEFT_BEHIND = Duration.ofDays(1);

  private final Path target;
  private final Path part;

  private AtomicFile(Path target, Path part) {
    this.target = target;
    this.part = part;
  }

  /// Writes what a file is to hold.
  @FunctionalInterface
  public interface Content {
    /// @param out buffered; closed by the caller
    void write(OutputStream out) throws IOException;
  }

  /// Makes an empty file beside its target, which shows that the folder can be written.
  ///
  /// @param target in a folder that exists
  public static AtomicFile beside(Path target) throws IOException {
    Path whole = target.toAbsolutePath();
    String name = String.valueOf(whole.getFileName());
    deleteLeftBehind(whole.resolveSibling(""), name);
    while (true) {
      // Not createTempFile: only its owner could read the file it makes.
      Path part = whole.resolveSibling(name + "." + Long.toHexString(System.nanoTime()) + END);
      try {
        return new AtomicFile(whole, Files.createFile(part));
      } catch (FileAlreadyExistsException _) {
        // Somebody began at the same nanosecond.
      }
    }
  }

  /// Writes a file whole or not at all.
  ///
  /// @param target in a folder that exists; replaced where it is a file
  public static void write(Path target, byte[] bytes) throws IOException {
    write(target, out -> out.write(bytes));
  }

  /// As [#write(Path, byte[])], piece by piece. Where the content throws, the target stays as it
  /// was.
  ///
  /// @return its size in bytes
  public static long write(Path target, Content content) throws IOException {
    try (AtomicFile file = beside(target)) {
      try (OutputStream out =
          new BufferedOutputStream(Files.newOutputStream(file.path()), 1 << 16)) {
        content.write(out);
      }
      return file.publish();
    }
  }

  /// Copies a file whole or not at all.
  public static void copy(Path source, Path target) throws IOException {
    try (AtomicFile file = beside(target)) {
      Files.copy(source, file.path(), StandardCopyOption.REPLACE_EXISTING);
      long _ = file.publish();
    }
  }

  /// Gives a file that is whole and on the disk another name in the same folder, in the place of
  /// what is there.
  public static void rename(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException _) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /// Where to write.
  public Path path() {
    return part;
  }

  /// Puts the finished file where it belongs, replacing what was there.
  ///
  /// @return its size in bytes
  public long publish() throws IOException {
    // Without it, a machine that loses power may keep the new name and none of the bytes.
    try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    long bytes = Files.size(part);
    rename(part, target);
    return bytes;
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(part);
  }

  private static void deleteLeftBehind(Path folder, String name) throws IOException {
    Pattern ours = Pattern.compile(Pattern.quote(name) + "\\.\\p{XDigit}+" + Pattern.quote(END));
    Instant recent = Instant.now().minus(LEFT_BEHIND);
    List<Path> parts;
    try (Stream<Path> there = Files.list(folder)) {
      parts =
          there.filter(file -> ours.matcher(String.valueOf(file.getFileName())).matches()).toList();
    }
    for (Path left : parts) {
      if (Files.getLastModifiedTime(left).toInstant().isBefore(recent)) {
        Files.deleteIfExists(left);
      }
    }
  }
}
