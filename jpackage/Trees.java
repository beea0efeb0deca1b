import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Folders with all that is in them.
final class Trees {
  private Trees() {}

  /// The files of a folder, by name; none where it is missing.
  static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /// Bytes of all files; a link counts nothing.
  static long bytes(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return 0;
    }
    try (Stream<Path> all = Files.walk(tree)) {
      return all.filter(f -> Files.isRegularFile(f, LinkOption.NOFOLLOW_LINKS))
          .mapToLong(f -> f.toFile().length())
          .sum();
    }
  }

  /// Copies a folder; links stay links, dates stay.
  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : all.toList()) {
        Path there = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
          Files.createDirectories(there);
        } else {
          Files.createDirectories(there.getParent());
          Files.copy(
              file, there, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        }
      }
    }
  }

  /// As [#copy], but with hard links in the place of copies.
  static void link(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path file : all.toList()) {
        Path there = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
          Files.createDirectories(there);
        } else if (Files.isSymbolicLink(file)) {
          Files.createSymbolicLink(there, Files.readSymbolicLink(file));
        } else {
          Files.createLink(there, file);
        }
      }
    }
  }

  static void delete(Path tree) throws IOException {
    if (!Files.exists(tree, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> all = Files.walk(tree)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /// The start cache holds the dates of the jars it was made from, and archives keep whole seconds.
  static void datedByTheBuild(Path file) {
    try {
      Files.setLastModifiedTime(
          file, FileTime.fromMillis(Files.getLastModifiedTime(file).toMillis() / 1000 * 1000));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
