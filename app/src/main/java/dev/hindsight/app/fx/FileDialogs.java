package dev.hindsight.app.fx;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Asks the user for files, and shows files in other programs. An interface, because the headless
/// platform has no file choosers, and tests answer at once.
public interface FileDialogs {
  /// A kind of file that choosers filter by.
  ///
  /// @param title "Rollouts"
  /// @param patterns `*.rollout`
  record Kind(String title, List<String> patterns) {
    /// Copies the list.
    public Kind {
      patterns = List.copyOf(patterns);
    }
  }

  /// Asks for an existing file.
  ///
  /// @param kinds the first is selected initially
  Optional<Path> open(String title, List<Kind> kinds);

  /// Asks for an existing folder, or a new one.
  Optional<Path> folder(String title);

  /// Asks where to write a file.
  ///
  /// @param suggestion initial folder and name
  Optional<Path> save(String title, Kind kind, Path suggestion);

  /// Shows a file or folder in the system's program for it. For a background thread.
  ///
  /// @throws dev.hindsight.trainer.Problem if it is no longer there, or nothing can show it
  void launch(Path what);
}
