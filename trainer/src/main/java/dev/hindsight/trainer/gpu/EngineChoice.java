package dev.hindsight.trainer.gpu;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.ConfigFolder;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The PyTorch to use: the shipped one, or an installed one, remembered as the folder of its
/// libraries in `engine.txt` of the [ConfigFolder]. Blocks.
///
/// If the remembered folder no longer exists, the choice counts as unset, so that Hindsight still
/// works after PyTorch is uninstalled.
public final class EngineChoice {
  /// The version of the PyTorch that comes with the program.
  public static String shippedVersion() {
    return Requirements.VERSION;
  }

  private final Path file;

  /// @param folder of the file `engine.txt`
  EngineChoice(Path folder) {
    file = folder.resolve("engine.txt");
  }

  /// The choice of this user.
  public static EngineChoice ofUser() {
    return new EngineChoice(ConfigFolder.locate());
  }

  /// The folder of libraries to use; empty for the shipped ones.
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

  /// Chooses an installed PyTorch for every process that has not started its engine yet.
  ///
  /// @throws Problem if the choice cannot be saved
  public void use(InstalledTorch torch) {
    write(torch.libraries().toAbsolutePath() + System.lineSeparator());
  }

  /// Chooses the shipped PyTorch again.
  ///
  /// @throws Problem if the choice cannot be saved
  public void useShipped() {
    if (Files.exists(file)) {
      write("");
    }
  }

  /// The DJL settings for a PyTorch, by DJL's names: where it is, and which bridge to it to load.
  ///
  /// @return without a bridge if nothing in the folder says which PyTorch it holds
  /// @throws Problem if no bridge fits it
  public static Map<String, String> settings(Path libraries) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(TorchSearch.LIBRARY_PATH, libraries.toString());
    TorchSearch.look(Optional.of(libraries))
        .found()
        .ifPresent(torch -> {
          settings.put("PYTORCH_VERSION", Requirements.VERSION);
          settings.put("PYTORCH_FLAVOR", Requirements.bridge(torch));
        });
    return settings;
  }

  private void write(String text) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new Problem(
          wording("EngineChoice.the_choice_of_an_engine_cannot"),
          file.toString(),
          wording("EngineChoice.free_disk_space_and_check_permissions"),
          e);
    }
  }
}
