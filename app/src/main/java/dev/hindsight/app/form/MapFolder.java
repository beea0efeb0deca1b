package dev.hindsight.app.form;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Scenarios;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The maps that a folder stands for. For background threads.
final class MapFolder {
  private MapFolder() {}

  /// The folder itself, if the environment reads such folders; otherwise the files in it that the
  /// environment reads, by name.
  ///
  /// @throws Problem if there are none
  static List<Path> maps(Scenarios scenarios, Path folder) {
    if (scenarios.folders() && scenarios.looksLike(folder)) {
      return List.of(folder);
    }
    List<Path> maps;
    try (Stream<Path> files = Files.list(folder)) {
      maps =
          files
              .filter(file ->
                  scenarios.endings().stream()
                      .anyMatch(ending -> file.getFileName().toString().endsWith(ending)))
              .filter(Files::isRegularFile)
              .sorted()
              .toList();
    } catch (IOException unreadable) {
      throw none(scenarios, folder, unreadable);
    }
    if (maps.isEmpty()) {
      throw none(scenarios, folder, new IOException());
    }
    return maps;
  }

  private static Problem none(Scenarios scenarios, Path folder, IOException cause) {
    return new Problem(
        wording("MapFolder.no_map_in_it"),
        folder.toString(),
        wording("MapFolder.choose_a_folder_with", String.join(", ", scenarios.endings())),
        cause);
  }
}
