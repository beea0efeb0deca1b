package dev.hindsight.inspector.live;

import java.io.File;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.stage.FileChooser;

/// Asks for a file that is there. FX thread.
public final class FileOpenDialog {
  private final FileChooser chooser = new FileChooser();

  private FileOpenDialog(String title) {
    chooser.setTitle(title);
  }

  /// Any file.
  ///
  /// @param title what it is wanted for
  public static FileOpenDialog any(String title) {
    return new FileOpenDialog(title);
  }

  /// A checkpoint.
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

  /// Waits for the answer; nothing happens if there is none.
  ///
  /// @param owner in the window that asks
  public void show(Node owner, Consumer<Path> then) {
    Optional.ofNullable(chooser.showOpenDialog(owner.getScene().getWindow()))
        .map(File::toPath)
        .ifPresent(then);
  }
}
