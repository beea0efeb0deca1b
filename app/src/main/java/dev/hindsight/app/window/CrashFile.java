package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.UserFolder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Saves the report of an unexpected failure to a file that the user chooses. FX thread.
final class CrashFile {
  private CrashFile() {}

  /// Asks for the file, and writes it in the background.
  ///
  /// @param saved runs on the FX thread once it is written
  static void save(WindowContext window, Notice.Crash crash, Runnable saved) {
    int times = window.notices().state().times(crash);
    String report = crash.report() + wording("CrashFile.this_error_occurred", times);
    window
        .dialogs()
        .save(
            wording("CrashFile.save_report"),
            new FileDialogs.Kind("Reports", List.of("*.txt")),
            UserFolder.home().resolve("hindsight-report.txt"))
        .ifPresent(file ->
            window
                .background()
                .startHidden(
                    wording("CrashFile.saving_the_report"),
                    (_, _) -> {
                      AtomicFile.write(file, report.getBytes(StandardCharsets.UTF_8));
                      return file;
                    },
                    _ -> saved.run()));
  }
}
