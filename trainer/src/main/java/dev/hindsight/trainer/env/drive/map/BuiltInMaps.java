package dev.hindsight.trainer.env.drive.map;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.CacheFolder;
import dev.hindsight.trainer.Problem;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// The maps that ship with the project, known by name.
///
/// The list is the resource `maps/index.txt`: one line per map with its name and the options with
/// which `hindsight generate` reproduces it byte for byte.
public final class BuiltInMaps {
  private static final String FOLDER = "/dev/hindsight/assets/maps/";

  private BuiltInMaps() {}

  /// Their names, in menu order: `intersection-1`.
  public static List<String> names() {
    return index().stream().map(line -> line.substring(0, line.indexOf(' '))).toList();
  }

  /// The bytes of a map, as a file would have them.
  ///
  /// @throws Problem listing the known names
  public static byte[] bytes(String name) {
    if (!names().contains(name)) {
      throw unknown(name);
    }
    return resource(name + ".bin");
  }

  /// The file for a user's input: a shipped map's name, or the path of a file.
  ///
  /// A shipped map is first unpacked to the cache folder unless it is there already.
  ///
  /// @throws Problem if it is neither, listing the known names
  public static Path resolve(String nameOrPath) {
    if (names().contains(nameOrPath)) {
      return laidOut(nameOrPath);
    }
    Path file = Path.of(nameOrPath);
    if (Files.notExists(file)) {
      throw unknown(nameOrPath);
    }
    return file;
  }

  /// The lines of the list: a name, a space, and the generator's options.
  static List<String> index() {
    String text = new String(resource("index.txt"), StandardCharsets.UTF_8);
    return Arrays.stream(text.split("\\R", -1)).filter(line -> !line.isBlank()).toList();
  }

  private static Path laidOut(String name) {
    byte[] bytes = bytes(name);
    Path file = CacheFolder.of("maps").resolve(name + ".bin");
    try {
      if (Files.notExists(file) || !Arrays.equals(bytes, Files.readAllBytes(file))) {
        Files.createDirectories(file.toAbsolutePath().getParent());
        AtomicFile.write(file, bytes);
      }
      return file;
    } catch (IOException e) {
      throw new Problem(
          wording("BuiltInMaps.the_shipped_map_could_not_be", name),
          file.toString(),
          wording("BuiltInMaps.make_the_cache_folder_writable_or"),
          e);
    }
  }

  private static Problem unknown(String nameOrPath) {
    return new Problem(
        wording("BuiltInMaps.there_is_no_such_file_nor"),
        nameOrPath,
        wording("BuiltInMaps.check_the_path_or_choose_one", String.join(", ", names())));
  }

  private static byte[] resource(String name) {
    try (InputStream in = BuiltInMaps.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new FileNotFoundException(FOLDER + name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("the application is not whole", e);
    }
  }
}
