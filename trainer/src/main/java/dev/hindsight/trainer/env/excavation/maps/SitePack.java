package dev.hindsight.trainer.env.excavation.maps;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.CacheFolder;
import dev.hindsight.trainer.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A folder of sites as one ZIP file, which recordings store whole. The same files give the same
/// bytes.
public final class SitePack {
  /// How the names of such files end.
  public static final String ENDING = ".zip";

  private static final long MOST_BYTES = 1L << 28;
  private static final List<String> NEEDED = List.of("images", "occupancy", "dumpability");
  private static final List<String> PARTS =
      Stream.concat(NEEDED.stream(), Stream.of("distance", "actions", "metadata")).toList();

  private SitePack() {}

  /// The ZIP file for a user's input: the file itself, or that of a folder, which is written to the
  /// cache folder.
  ///
  /// @param where a ZIP file or a folder of sites
  /// @throws Problem if a folder cannot be packed
  public static Path resolve(Path where) {
    return Files.isDirectory(where) ? packed(where) : where;
  }

  /// Whether it is meant to hold sites: a ZIP file, or a folder with one of the folders that every
  /// site needs.
  public static boolean looksLike(Path where) {
    return Files.isDirectory(where)
        ? NEEDED.stream().anyMatch(part -> Files.isDirectory(where.resolve(part)))
        : String.valueOf(where.getFileName()).toLowerCase(Locale.ROOT).endsWith(ENDING);
  }

  private static Path packed(Path folder) {
    // Whoever reads the file in the cache no longer knows the folder, so it is checked before.
    requireOneSize(folder, SiteFolder.read(folder));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (String part : PARTS) {
        for (Path file : files(folder.resolve(part))) {
          ZipEntry entry = new ZipEntry(part + "/" + file.getFileName());
          // A fixed time, so that the same files give the same bytes.
          entry.setTime(0);
          zip.putNextEntry(entry);
          Files.copy(file, zip);
          zip.closeEntry();
        }
      }
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
    CRC32 checksum = new CRC32();
    checksum.update(bytes.toByteArray());
    String name =
        folder.toAbsolutePath().normalize().getFileName()
            + "-"
            + Long.toHexString(checksum.getValue())
            + ENDING;
    Path file = CacheFolder.of("sites").resolve(name);
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      AtomicFile.write(file, bytes.toByteArray());
    } catch (IOException e) {
      throw new Problem(
          wording("SitePack.it_cannot_be_written"),
          file.toString(),
          wording("SitePack.make_the_cache_folder_writable"),
          e);
    }
    return file;
  }

  private static void requireOneSize(Path folder, List<ExcavationMap> sites) {
    List<Integer> sizes = sites.stream().map(ExcavationMap::size).distinct().toList();
    if (sizes.size() > 1) {
      throw new Problem(
          wording("SitePack.its_sites_differ_in_size", sizes.getFirst(), sizes.get(1)),
          folder.toString(),
          wording("SitePack.give_sites_of_one_size"));
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /// Reads all sites of a ZIP file, as [SiteFolder#read].
  ///
  /// @throws Problem naming the file and what is wrong with it
  public static List<ExcavationMap> read(Path file) {
    try (FileSystem zip = FileSystems.newFileSystem(file)) {
      Path root = zip.getPath("/");
      long bytes = 0;
      for (String part : PARTS) {
        for (Path each : files(root.resolve(part))) {
          bytes += Files.size(each);
        }
      }
      if (bytes > MOST_BYTES) {
        throw new Problem(
            wording("SitePack.it_holds_too_much", bytes >> 20, MOST_BYTES >> 20),
            file.toString(),
            wording("SitePack.give_fewer_sites"));
      }
      return sites(root, file);
    } catch (IOException | java.nio.file.ProviderNotFoundException e) {
      throw unreadable(file, e);
    }
  }

  private static List<ExcavationMap> sites(Path root, Path file) {
    try {
      return SiteFolder.read(root);
    } catch (Problem problem) {
      // A path within the ZIP file says nothing without the file.
      String inside = problem.where();
      throw problem.at(file + (inside.equals("/") ? "" : inside));
    }
  }

  private static Problem unreadable(Path file, Exception why) {
    return new Problem(
        wording("SitePack.it_cannot_be_read"),
        file.toString(),
        wording("SitePack.give_a_folder_or_zip"),
        why);
  }
}
