package dev.hindsight.app.settings;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.hindsight.trainer.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

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
      // A file that only says `null` is read as null.
      return Optional.ofNullable(JSON.readValue(Files.readAllBytes(file), Preferences.class))
          .orElse(Preferences.INITIAL);
    } catch (IOException _) {
      return Preferences.INITIAL;
    }
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
