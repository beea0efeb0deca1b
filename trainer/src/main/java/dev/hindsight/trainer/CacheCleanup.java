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

/// What lies in the [CacheFolder] and may never be asked for again: native libraries of versions
/// that were run once, half a gigabyte each, and recordings of other programs as ours. It is
/// deleted once nobody has used it for a month, so that two versions may live side by side. Blocks;
/// what cannot be deleted stays.
public final class CacheCleanup {
  private static final Duration UNUSED = Duration.ofDays(30);

  private CacheCleanup() {}

  /// Notes which folders are in use, and deletes those that were not for long; files beside them
  /// stay.
  ///
  /// @param parent of the folders; need not be there
  /// @param used whether a folder of this name is in use by this process
  public static void keepFolders(Path parent, Predicate<String> used) {
    keep(parent, Files::isDirectory, used, Instant.now());
  }

  /// Notes which files are in use, and deletes those that were not for long; folders beside them
  /// stay.
  ///
  /// @param parent of the files; need not be there
  /// @param used whether a file of this name is in use by this process
  public static void keepFiles(Path parent, Predicate<String> used) {
    keep(parent, Files::isRegularFile, used, Instant.now());
  }

  /// The same of what is meant, at another time.
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
      // Another user's, or in use on a system that locks files: it is tried again next time.
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
