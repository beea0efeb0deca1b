package dev.hindsight.trainer.env.gym;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.ConfigFolder;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/// What Hindsight may start on this machine: the combinations of Python, environment, folder and
/// arguments that the user has named. A recording that names others starts nothing, because a file
/// must not choose which program runs.
///
/// One combination a line, as JSON, in `gym-allowed.jsonl` of the folder of settings.
final class GymPermission {
  private static final String FILE = "gym-allowed.jsonl";

  private GymPermission() {}

  private static Path file() {
    return ConfigFolder.locate().resolve(FILE);
  }

  private static List<String> lines() {
    try {
      return Files.readAllLines(file(), StandardCharsets.UTF_8);
    } catch (NoSuchFileException _) {
      return List.of();
    } catch (IOException e) {
      throw new Problem(
          wording("GymPermission.it_cannot_be_read", String.valueOf(e.getMessage())),
          file().toString(),
          wording("GymPermission.make_it_readable_or_delete_it"),
          e);
    }
  }

  /// The user has named this combination.
  static void allow(GymSettings settings) {
    List<String> lines = lines();
    String code = settings.code();
    if (lines.contains(code)) {
      return;
    }
    String all = String.join("\n", lines) + (lines.isEmpty() ? "" : "\n") + code + "\n";
    try {
      Files.createDirectories(ConfigFolder.locate());
      AtomicFile.write(file(), all.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new Problem(
          wording("GymPermission.it_cannot_be_written", String.valueOf(e.getMessage())),
          file().toString(),
          wording("GymPermission.make_the_folder_writable"),
          e);
    }
  }

  /// Checks a combination before anything starts.
  ///
  /// @throws Problem if the user has never named it
  static void check(GymSettings settings) {
    if (!lines().contains(settings.code())) {
      throw new Problem(
          wording(
              "GymPermission.it_would_run",
              settings.python(),
              settings.id(),
              settings.path().isEmpty() ? "" : wording("GymScript.and_modules_of", settings.path()),
              settings.kwargs()),
          settings.id(),
          wording("GymPermission.record_it_once_yourself"));
    }
  }
}
