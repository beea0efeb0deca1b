package dev.hindsight.inspector.live;

import java.io.File;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.stage.FileChooser;

/// Asks where to save something. FX thread.
public final class FileSaveDialog {
  private final FileChooser chooser = new FileChooser();

  /// @param title what the user saves
  /// @param kind kind of file, for users: `PNG image`
  /// @param ending extension of the files: `png`
  /// @param name suggested name
  public FileSaveDialog(String title, String kind, String ending, String name) {
    chooser.setTitle(title);
    chooser.setInitialFileName(name);
    chooser.getExtensionFilters().add(new FileChooser.ExtensionFilter(kind, "*." + ending));
  }

  /// Waits for the answer; does nothing if the user cancels.
  ///
  /// @param owner a node of the window that asks
  public void show(Node owner, Consumer<Path> then) {
    Optional.ofNullable(chooser.showSaveDialog(owner.getScene().getWindow()))
        .map(File::toPath)
        .ifPresent(then);
  }
}
