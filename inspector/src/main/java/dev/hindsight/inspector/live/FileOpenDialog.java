package dev.hindsight.inspector.live;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.stage.FileChooser;

/// Asks for an existing file. FX thread.
public final class FileOpenDialog {
  private final FileChooser chooser = new FileChooser();

  private FileOpenDialog(String title) {
    chooser.setTitle(title);
  }

  /// Any file.
  ///
  /// @param title what the file is for
  public static FileOpenDialog any(String title) {
    return new FileOpenDialog(title);
  }

  /// Asks for a checkpoint.
  ///
  /// @param title whose it is, or what it is wanted for
  public static FileOpenDialog checkpoint(String title) {
    FileOpenDialog question = new FileOpenDialog(title);
    question
        .chooser
        .getExtensionFilters()
        .add(new FileChooser.ExtensionFilter("Checkpoints", "*.safetensors", "*.pt", "*.bin"));
    return question;
  }

  /// Asks for recordings.
  ///
  /// @param title what they are wanted for
  public static FileOpenDialog recording(String title) {
    FileOpenDialog question = new FileOpenDialog(title);
    question
        .chooser
        .getExtensionFilters()
        .add(new FileChooser.ExtensionFilter("Recordings", "*.rollout"));
    return question;
  }

  /// Waits for the answer; does nothing if the user cancels.
  ///
  /// @param owner a node of the window that asks
  public void show(Node owner, Consumer<Path> then) {
    Optional.ofNullable(chooser.showOpenDialog(owner.getScene().getWindow()))
        .map(File::toPath)
        .ifPresent(then);
  }

  /// The same for any number of files.
  ///
  /// @param owner a node of the window that asks
  public void showMany(Node owner, Consumer<List<Path>> then) {
    Optional.ofNullable(chooser.showOpenMultipleDialog(owner.getScene().getWindow()))
        .map(files -> files.stream().map(File::toPath).toList())
        .ifPresent(then);
  }
}
