package dev.hindsight.app.draft;

import dev.hindsight.app.fx.FileDialogs;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

/// A choice between shipped things by name, and any file. FX thread.
final class FileChoice extends HBox {
  private final ComboBox<String> box = new ComboBox<>();

  /// @param shipped names there are
  /// @param first what is chosen to begin with: a name, or a file
  /// @param browse asks for a file
  /// @param chosen is told of every choice, a name or a path
  FileChoice(
      String id,
      List<String> shipped,
      String first,
      Supplier<Optional<Path>> browse,
      Consumer<String> chosen) {
    super(8);
    box.setId(id + ".box");
    box.getItems().setAll(shipped);
    box.setMaxWidth(Double.MAX_VALUE);
    box.setAccessibleText(id);
    HBox.setHgrow(box, Priority.ALWAYS);
    Button button = new Button("Browse…");
    button.setId(id + ".browse");
    button.setMinWidth(USE_PREF_SIZE);
    button.setOnAction(_ -> browse.get().ifPresent(file -> choose(file.toString())));
    choose(first);
    box.valueProperty().addListener((_, _, value) -> chosen.accept(value));
    getChildren().addAll(box, button);
  }

  private void choose(String nameOrPath) {
    if (!box.getItems().contains(nameOrPath)) {
      box.getItems().add(nameOrPath);
    }
    box.setValue(nameOrPath);
  }

  static List<FileDialogs.Kind> maps() {
    return List.of(new FileDialogs.Kind("Maps", List.of("*.bin", "*.json")));
  }

  static List<FileDialogs.Kind> checkpoints() {
    return List.of(
        new FileDialogs.Kind("Checkpoints", List.of("*.pt", "*.pth", "*.bin", "*.safetensors")));
  }
}
