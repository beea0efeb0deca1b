package dev.hindsight.app.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.hindsight.trainer.AtomicFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `window.json` in the config folder. Reading and writing block: never on the FX thread.
public final class PreferencesFile {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path file;

  /// The file in a folder that need not exist yet.
  public PreferencesFile(Path folder) {
    file = folder.resolve("window.json");
  }

  /// The stored settings. Ignores a file that is missing, cut off or of another kind: the window
  /// must always open.
  public Preferences read() {
    try {
      return preferences(JSON.readTree(Files.readAllBytes(file)));
    } catch (IOException | IllegalArgumentException | FileSystemNotFoundException _) {
      return Preferences.INITIAL;
    }
  }

  /// Field by field: the window waits for these settings, and finding out how a class is to be read
  /// takes Jackson longer than everything else that it waits for.
  private static Preferences preferences(JsonNode stored) {
    JsonNode window = stored.path("window");
    List<Path> recent = new ArrayList<>();
    for (JsonNode each : stored.path("recent")) {
      recent.add(Path.of(URI.create(each.asText())));
    }
    return new Preferences(
        Theme.valueOf(stored.path("theme").asText()),
        new WindowSize(
            window.path("width").asDouble(),
            window.path("height").asDouble(),
            WindowSize.Spread.valueOf(window.path("spread").asText())),
        recent,
        stored.path("fontPercent").asInt(),
        Preferences.AtStart.valueOf(
            stored.path("atStart").asText(Preferences.AtStart.LAST_SESSION.name())));
  }

  /// As [#write], if possible: if the folder cannot be written to, the window simply stores
  /// nothing.
  public void remember(Preferences preferences) {
    try {
      write(preferences);
    } catch (IOException _) {
      return;
    }
  }

  /// Stores settings, replacing the whole file.
  ///
  /// @throws IOException if the folder cannot be written to
  public void write(Preferences preferences) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    AtomicFile.write(file, JSON.writeValueAsBytes(preferences));
  }
}
