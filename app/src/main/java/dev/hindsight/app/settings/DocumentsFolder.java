package dev.hindsight.app.settings;

import dev.hindsight.trainer.UserFolder;
import java.nio.file.Path;

/// The folder in the user's home for what the window makes: recordings, tables, figures, studies.
public final class DocumentsFolder {
  private DocumentsFolder() {}

  /// The folder; it may not exist yet.
  public static Path path() {
    return UserFolder.home().resolve("Hindsight");
  }
}
