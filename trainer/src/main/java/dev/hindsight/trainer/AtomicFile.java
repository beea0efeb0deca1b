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
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Writes a file under a temporary name beside its target. [#publish] then renames it to the
/// target; closing it before that deletes it. So a reader sees the complete new file or the
/// previous one, even if the disk is full, the program is killed or the power fails.
///
/// Blocks: for background threads. Several threads and processes may write the same target at once;
/// the last one to publish wins.
public final class AtomicFile implements AutoCloseable {
  private static final String END = ".part";

  /// Files and folders older than this that a killed process left behind are deleted.
  private static final Duration LEFT_BEHIND = Duration.ofDays(1);

  private final Path target;
  private final Path part;

  private AtomicFile(Path target, Path part) {
    this.target = target;
    this.part = part;
  }

  /// Writes the content of a file.
  @FunctionalInterface
  public interface Content {
    /// @param out buffered; closed by the caller
    void write(OutputStream out) throws IOException;
  }

  /// Makes an empty file beside the target, which shows that the folder can be written to.
  ///
  /// @param target in a folder that exists; replaced if it is an ordinary file. Of a symbolic link,
  ///   the file that it leads to is made or replaced
  /// @throws IOException also if the target is a folder, a device or a loop of links, before
  ///   anything is written
  public static AtomicFile beside(Path target) throws IOException {
    Path named = target.toAbsolutePath();
    OutputFile.requireOrdinary(named);
    Path whole = OutputFile.place(named);
    return new AtomicFile(whole, part(whole, Files::createFile));
  }

  /// Makes an empty file or folder.
  @FunctionalInterface
  public interface Making {
    /// @throws FileAlreadyExistsException if the name is taken
    Path make(Path path) throws IOException;
  }

  /// Makes an empty file or folder beside a target, under a temporary name; deletes those that
  /// killed processes left there.
  ///
  /// @param target absolute; its name begins the temporary one
  public static Path part(Path target, Making making) throws IOException {
    String name = String.valueOf(target.getFileName());
    deleteLeftBehind(target.resolveSibling(""), name);
    while (true) {
      // Not createTempFile: its files are readable only by their owner.
      Path part = target.resolveSibling(name + "." + Long.toHexString(System.nanoTime()) + END);
      try {
        return making.make(part);
      } catch (FileAlreadyExistsException _) {
        // Another writer chose the same nanosecond.
      }
    }
  }

  /// Writes a file completely or not at all.
  ///
  /// @param target in a folder that exists; replaced if it is a file
  public static void write(Path target, byte[] bytes) throws IOException {
    write(target, out -> out.write(bytes));
  }

  /// As [#write(Path, byte[])], but streamed. If the content throws, the target stays unchanged.
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

  /// Copies a file completely or not at all.
  public static void copy(Path source, Path target) throws IOException {
    try (AtomicFile file = beside(target)) {
      Files.copy(source, file.path(), StandardCopyOption.REPLACE_EXISTING);
      long _ = file.publish();
    }
  }

  /// A name beside a file that no file has yet: the file's own with an ending, and a number from 2
  /// on if that is taken.
  ///
  /// @param ending such as ".broken"
  public static Path freeName(Path file, String ending) {
    Path name = file.resolveSibling(file.getFileName() + ending);
    for (int number = 2; Files.exists(name); number++) {
      name = file.resolveSibling(file.getFileName() + ending + number);
    }
    return name;
  }

  /// A file that is free: the wanted one or, if that is not, the first with a number from 2 on
  /// before its extension: `a-2.rollout`.
  ///
  /// @param wanted a file with an extension
  /// @param free whether a file is
  public static Path numbered(Path wanted, Predicate<Path> free) {
    String name = wanted.getFileName().toString();
    int dot = name.lastIndexOf('.');
    Path file = wanted;
    for (int number = 2; !free.test(file); number++) {
      file = wanted.resolveSibling(name.substring(0, dot) + "-" + number + name.substring(dot));
    }
    return file;
  }

  /// Renames a complete file within its folder and replaces any file that has the new name.
  public static void rename(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException _) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /// The temporary file to write to.
  public Path path() {
    return part;
  }

  /// Renames the finished file to its target and replaces what was there.
  ///
  /// @return its size in bytes
  public long publish() throws IOException {
    // Without it, a power failure may keep the new name but none of the bytes.
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

  /// Deletes what killed processes left of files that nobody else writes now.
  ///
  /// @param folder of the files; nothing happens if it is not there
  /// @param names of the files
  public static void deleteParts(Path folder, Pattern names) throws IOException {
    if (Files.isDirectory(folder)) {
      deleteParts(folder, names, Instant.MAX);
    }
  }

  private static void deleteLeftBehind(Path folder, String name) throws IOException {
    deleteParts(folder, Pattern.compile(Pattern.quote(name)), Instant.now().minus(LEFT_BEHIND));
  }

  private static void deleteParts(Path folder, Pattern names, Instant recent) throws IOException {
    Pattern ours = Pattern.compile("(?:" + names + ")\\.\\p{XDigit}+" + Pattern.quote(END));
    List<Path> parts;
    try (Stream<Path> there = Files.list(folder)) {
      parts =
          there.filter(file -> ours.matcher(String.valueOf(file.getFileName())).matches()).toList();
    }
    for (Path left : parts) {
      try {
        if (Files.getLastModifiedTime(left).toInstant().isBefore(recent)) {
          FolderDeletion.delete(left);
        }
      } catch (IOException _) {
        // Another writer has just published or deleted it, or it cannot be deleted: no reason not
        // to write.
      }
    }
  }
}
