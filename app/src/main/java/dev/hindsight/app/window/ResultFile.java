package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.workspace.WindowContext;
import java.nio.file.Path;
import java.util.List;

/// Actions for a file that the window has written.
final class ResultFile {
  private static final List<String> OURS = List.of(".rollout", ".rollout.part", "report.json");

  private ResultFile() {}

  /// Whether the window itself can show such a file.
  static boolean ours(Path file) {
    return OURS.stream().anyMatch(file.toString()::endsWith);
  }

  /// Shows a recording or a study in the window, and any other file in the system's program for it.
  static void open(WindowContext window, Path file) {
    if (ours(file)) {
      window.open(file);
    } else {
      launch(window, file);
    }
  }

  /// Shows its folder.
  static void showFolder(WindowContext window, Path file) {
    Path parent = file.toAbsolutePath().getParent();
    launch(window, parent == null ? file : parent);
  }

  /// Shows a file or folder in another program.
  static void launch(WindowContext window, Path what) {
    window
        .background()
        .startHidden(
            wording("ResultFile.showing", what.getFileName()),
            (_, _) -> {
              window.dialogs().launch(what);
              return what;
            },
            _ -> {});
  }
}
