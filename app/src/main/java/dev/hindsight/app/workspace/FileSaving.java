package dev.hindsight.app.workspace;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.settings.DocumentsFolder;
import dev.hindsight.app.tasks.BackgroundTask;
import dev.hindsight.inspector.panel.FileDialogs;
import java.nio.file.Path;
import java.util.function.Consumer;

/// Saves what the window shows in a file of the user's choice. FX thread.
public final class FileSaving {
  private FileSaving() {}

  /// Asks for a file and writes it in the background.
  ///
  /// @param title of the dialog
  /// @param name of the file that the dialog suggests
  /// @param write is called on a background thread
  /// @param done is called when the file is written
  public static void ask(
      WindowContext window,
      String title,
      FileDialogs.Kind kind,
      String name,
      Consumer<Path> write,
      Consumer<Path> done) {
    window
        .dialogs()
        .save(title, kind, DocumentsFolder.path().resolve(name))
        .ifPresent(file ->
            window
                .background()
                .start(
                    BackgroundTask.of(
                            wording("FileSaving.writing", file.getFileName()),
                            (_, _) -> {
                              write.accept(file);
                              return file;
                            },
                            done)
                        .withFile(written -> written)));
  }
}
