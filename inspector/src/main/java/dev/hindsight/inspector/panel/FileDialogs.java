package dev.hindsight.inspector.panel;

import static dev.hindsight.inspector.text.InspectorText.wording;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Asks the user for files, and shows files in other programs. An interface, because the headless
/// platform has no file choosers, and tests answer at once. FX thread.
public interface FileDialogs {
  /// A kind of file that choosers filter by.
  ///
  /// @param title "Recordings"
  /// @param patterns `*.rollout`
  record Kind(String title, List<String> patterns) {
    /// Recordings, unfinished ones too.
    public static final Kind RECORDINGS =
        new Kind(wording("FileDialogs.recordings"), List.of("*.rollout", "*.part"));

    /// Weights of policies.
    public static final Kind CHECKPOINTS =
        new Kind(
            wording("FileDialogs.checkpoints"),
            List.of("*.pt", "*.pth", "*.onnx", "*.bin", "*.safetensors"));

    /// Any file.
    public static final Kind ALL = new Kind(wording("FileDialogs.all_files"), List.of("*"));

    /// Copies the list.
    public Kind {
      patterns = List.copyOf(patterns);
    }
  }

  /// Asks for an existing file.
  ///
  /// @param kinds the first is selected initially
  Optional<Path> open(String title, List<Kind> kinds);

  /// Asks for any number of existing files.
  ///
  /// @param kinds the first is selected initially
  /// @return empty if the user cancels
  List<Path> openMany(String title, List<Kind> kinds);

  /// Asks for an existing folder, or a new one.
  Optional<Path> folder(String title);

  /// Asks where to write a file.
  ///
  /// @param suggestion initial folder and name; a bare name begins in the folder of the last choice
  Optional<Path> save(String title, Kind kind, Path suggestion);

  /// Shows a file or folder in the system's program for it. For a background thread.
  ///
  /// @throws dev.hindsight.trainer.Problem if it is no longer there, or nothing can show it
  void launch(Path what);
}
