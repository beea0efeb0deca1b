package dev.hindsight.trainer.gpu;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.ConfigFolder;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Which PyTorch is to be used: the one that is shipped, or an installed one, remembered as the
/// folder of its libraries in `engine.txt` of the [ConfigFolder]. Blocks.
///
/// A folder that is gone by the time it is read counts as none, so that an uninstalled PyTorch
/// leaves a program that works.
public final class EngineChoice {
  /// The version of the PyTorch that comes with the program.
  public static String shippedVersion() {
    return Requirements.VERSION;
  }

  private final Path file;

  /// @param folder where it is remembered
  EngineChoice(Path folder) {
    file = folder.resolve("engine.txt");
  }

  /// The one of this user.
  public static EngineChoice ofUser() {
    return new EngineChoice(ConfigFolder.locate());
  }

  /// The folder of libraries to use; nothing for those that are shipped.
  public Optional<Path> folder() {
    try {
      return Optional.of(Files.readString(file).strip())
          .filter(text -> !text.isEmpty())
          .map(Path::of)
          .filter(Files::isDirectory);
    } catch (IOException | java.nio.file.InvalidPathException _) {
      return Optional.empty();
    }
  }

  /// Uses an installed one from now on, in every process that has not started its engine yet.
  ///
  /// @throws Problem if that cannot be written down
  public void use(InstalledTorch torch) {
    write(torch.libraries().toAbsolutePath() + System.lineSeparator());
  }

  /// Uses the one that is shipped again.
  ///
  /// @throws Problem if that cannot be written down
  public void useShipped() {
    if (Files.exists(file)) {
      write("");
    }
  }

  /// What DJL is to be told of a PyTorch, by its own names.
  public static Map<String, String> settings(Path libraries) {
    return Map.of(
        TorchSearch.LIBRARY_PATH,
        libraries.toString(),
        "PYTORCH_VERSION",
        Requirements.VERSION,
        "PYTORCH_FLAVOR",
        Requirements.FLAVOR);
  }

  private void write(String text) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new Problem(
          "the choice of an engine cannot be remembered",
          file.toString(),
          "free disk space and check permissions",
          e);
    }
  }
}
