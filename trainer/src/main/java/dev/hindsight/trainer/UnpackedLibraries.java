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

/// Folders of native libraries in the [CacheFolder], one for each version that was ever run: half a
/// gigabyte each. Those of other versions are deleted once nobody has used them for a month, so
/// that two versions may live side by side. Blocks; what cannot be deleted stays.
public final class UnpackedLibraries {
  private static final Duration UNUSED = Duration.ofDays(30);

  private UnpackedLibraries() {}

  /// Notes what is in use, and deletes what was not for long.
  ///
  /// @param parent of the folders; need not be there
  /// @param used whether a folder of this name is in use by this process
  public static void keepUsed(Path parent, Predicate<String> used) {
    keepUsed(parent, used, Instant.now());
  }

  /// The same at another time.
  static void keepUsed(Path parent, Predicate<String> used, Instant now) {
    folders(parent)
        .forEach(folder -> keep(folder, used.test(folder.getFileName().toString()), now));
  }

  private static void keep(Path folder, boolean used, Instant now) {
    try {
      if (used) {
        Files.setLastModifiedTime(folder, FileTime.from(now));
      } else if (Files.getLastModifiedTime(folder).toInstant().plus(UNUSED).isBefore(now)) {
        FolderDeletion.delete(folder);
      }
    } catch (IOException _) {
      // Another user's, or in use on a system that locks files: it is tried again next time.
      return;
    }
  }

  private static List<Path> folders(Path parent) {
    try (Stream<Path> all = Files.list(parent)) {
      return all.filter(Files::isDirectory).toList();
    } catch (IOException _) {
      return List.of();
    }
  }
}
