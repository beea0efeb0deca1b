package dev.hindsight.trainer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Deletes what has become useless in the [CacheFolder]: native libraries of versions that no
/// longer run, half a gigabyte each, and converted recordings of other programs. It deletes what no
/// process has used for a month, so that two versions can be installed side by side. Blocks; what
/// cannot be deleted stays.
public final class CacheCleanup {
  private static final Duration UNUSED = Duration.ofDays(30);

  private CacheCleanup() {}

  /// Marks the folders in use and deletes those that have not been used for a long time. Files
  /// beside them stay.
  ///
  /// @param parent of the folders; need not exist
  /// @param used whether this process uses a folder of this name
  public static void keepFolders(Path parent, Predicate<String> used) {
    keep(parent, Files::isDirectory, used, Instant.now());
  }

  /// Marks the files in use and deletes those that have not been used for a long time. Folders
  /// beside them stay.
  ///
  /// @param parent of the files; need not exist
  /// @param used whether this process uses a file of this name
  public static void keepFiles(Path parent, Predicate<String> used) {
    keep(parent, Files::isRegularFile, used, Instant.now());
  }

  /// The same for the paths that `meant` accepts, at a given time.
  static void keep(Path parent, Predicate<Path> meant, Predicate<String> used, Instant now) {
    inside(parent).stream()
        .filter(meant)
        .forEach(one -> keep(one, used.test(one.getFileName().toString()), now));
  }

  private static void keep(Path one, boolean used, Instant now) {
    try {
      if (used) {
        Files.setLastModifiedTime(one, FileTime.from(now));
      } else if (Files.getLastModifiedTime(one).toInstant().plus(UNUSED).isBefore(now)) {
        FolderDeletion.delete(one);
      }
    } catch (IOException _) {
      // It belongs to another user or is locked by another process; the next cleanup tries again.
      return;
    }
  }

  private static List<Path> inside(Path parent) {
    try (Stream<Path> all = Files.list(parent)) {
      return all.toList();
    } catch (IOException _) {
      return List.of();
    }
  }
}
