package dev.hindsight.trainer.env;

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

/// Scenarios that ship with the project as resources, known by name.
///
/// The list is the resource `index.txt` of their folder: one line per scenario with its name and
/// the options of the command that generates it again.
///
/// @param folder of the resources below `/dev/hindsight/assets`, and of their copies in the cache
/// @param ending of their files, with the dot
public record ShippedScenarios(String folder, String ending) {
  /// Their names, in menu order.
  public List<String> names() {
    return index().stream().map(line -> line.substring(0, line.indexOf(' '))).toList();
  }

  /// The lines of the list: a name, a space, and the generator's options.
  public List<String> index() {
    String text = new String(resource("index.txt"), StandardCharsets.UTF_8);
    return Arrays.stream(text.split("\\R", -1)).filter(line -> !line.isBlank()).toList();
  }

  /// The bytes of a scenario, as a file would have them.
  ///
  /// @throws Problem listing the known names
  public byte[] bytes(String name) {
    if (!names().contains(name)) {
      throw unknown(name);
    }
    return resource(name + ending);
  }

  /// A file with the bytes of a scenario, in the cache folder, unless it is there already.
  ///
  /// @throws Problem if there is no such scenario, listing the known names, or if the cache folder
  ///   cannot be written
  public Path file(String name) {
    byte[] bytes = bytes(name);
    Path file = CacheFolder.of(folder).resolve(name + ending);
    try {
      if (Files.notExists(file) || !Arrays.equals(bytes, Files.readAllBytes(file))) {
        Files.createDirectories(file.toAbsolutePath().getParent());
        AtomicFile.write(file, bytes);
      }
      return file;
    } catch (IOException e) {
      throw new Problem(
          wording("ShippedScenarios.could_not_be_unpacked", name),
          file.toString(),
          wording("ShippedScenarios.make_the_cache_folder_writable_or"),
          e);
    }
  }

  /// That there is neither such a file nor such a scenario.
  public Problem unknown(String nameOrPath) {
    return new Problem(
        wording("ShippedScenarios.there_is_no_such_file_nor"),
        nameOrPath,
        wording("ShippedScenarios.check_the_path_or_choose_one", String.join(", ", names())));
  }

  private byte[] resource(String name) {
    String path = "/dev/hindsight/assets/" + folder + "/" + name;
    try (InputStream in = ShippedScenarios.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new FileNotFoundException(path);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("the application is not whole", e);
    }
  }
}
