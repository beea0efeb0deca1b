package dev.hindsight.app.fx;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Asks the user for files. Behind an interface, because the headless platform has no file
/// choosers, and tests answer at once.
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
}
