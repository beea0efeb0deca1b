package dev.hindsight.inspector.live;

import java.io.File;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.stage.FileChooser;

/// Asks for a file that is there. FX thread.
public final class FileQuestion {
  private final FileChooser chooser = new FileChooser();

  private FileQuestion(String title) {
    chooser.setTitle(title);
  }

  /// Any file.
  ///
  /// @param title what it is wanted for
  public static FileQuestion any(String title) {
    return new FileQuestion(title);
  }

  /// A checkpoint.
  ///
  /// @param title whose it is, or what it is wanted for
  public static FileQuestion checkpoint(String title) {
    FileQuestion question = new FileQuestion(title);
    question
        .chooser
        .getExtensionFilters()
        .add(new FileChooser.ExtensionFilter("Checkpoints", "*.safetensors", "*.pt", "*.bin"));
    return question;
  }

  /// Waits for the answer; nothing happens if there is none.
  ///
  /// @param owner in the window that asks
  public void ask(Node owner, Consumer<Path> then) {
    Optional.ofNullable(chooser.showOpenDialog(owner.getScene().getWindow()))
        .map(File::toPath)
        .ifPresent(then);
  }
}
