package dev.hindsight.app.window;

import dev.hindsight.app.workspace.WindowContext;
import java.nio.file.Path;
import java.util.List;

/// What can be done with a file the window has written.
final class ResultFile {
  private static final List<String> OURS = List.of(".rollout", ".rollout.part");

  private ResultFile() {}

  /// Whether the window itself shows such files.
  static boolean ours(Path file) {
    return OURS.stream().anyMatch(file.toString()::endsWith);
  }

  /// Shows it: a recording in the window, anything else in the program the system has for it.
  static void open(WindowContext bench, Path file) {
    if (ours(file)) {
      bench.open(file);
    } else {
      launch(bench, file);
    }
  }

  /// Shows the folder it is in.
  static void showFolder(WindowContext bench, Path file) {
    Path parent = file.toAbsolutePath().getParent();
    launch(bench, parent == null ? file : parent);
  }

  /// Has another program show a file or folder.
  static void launch(WindowContext bench, Path what) {
    bench
        .background()
        .startHidden(
            "Showing " + what.getFileName(),
            (_, _) -> {
              bench.dialogs().launch(what);
              return what;
            },
            _ -> {});
  }
}
