package dev.hindsight.app.fx;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Asks the user for files, and shows them elsewhere. Behind an interface, because the headless
/// platform has no file choosers, and tests answer at once.
public interface FileDialogs {
  /// Kinds of files, as a chooser filters them.
  ///
  /// @param title "Rollouts"
  /// @param patterns `*.rollout`
  record Kind(String title, List<String> patterns) {
    /// Copies the list.
    public Kind {
      patterns = List.copyOf(patterns);
    }
  }

  /// Asks for a file that is there.
  ///
  /// @param kinds the first is chosen to begin with
  Optional<Path> open(String title, List<Kind> kinds);

  /// Asks where to write a file.
  ///
  /// @param suggestion folder and name to begin with
  Optional<Path> save(String title, Kind kind, Path suggestion);

  /// Shows a file or folder with whatever program the system has for such. For a background thread.
  ///
  /// @throws dev.hindsight.trainer.Problem if it is no longer there, or nothing can show it
  void launch(Path what);
}
