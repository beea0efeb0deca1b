package dev.hindsight.app.form;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.inspector.live.WordsConverter;
import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.env.Scenarios;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

/// A choice between built-in items by name and any file. FX thread.
public final class FileChoice extends HBox {
  private final ComboBox<String> box = new ComboBox<>();

  /// @param id id of the choice; that of its box ends in `.box`, that of its button in `.browse`
  /// @param label what the user chooses, for screen readers
  /// @param shipped names of the built-in items
  /// @param first the initial choice: a name or a file
  /// @param browse asks for a file
  /// @param chosen receives every choice, a name or a path
  public FileChoice(
      String id,
      String label,
      List<String> shipped,
      String first,
      Supplier<Optional<Path>> browse,
      Consumer<String> chosen) {
    super(8);
    box.setId(id + ".box");
    box.getItems().setAll(shipped);
    box.setMaxWidth(Double.MAX_VALUE);
    box.setAccessibleText(label);
    box.setConverter(new WordsConverter<>(FileChoice::nameOfFile));
    box.setPromptText("none");
    HBox.setHgrow(box, Priority.ALWAYS);
    Button button = new Button(wording("FileChoice.browse"));
    button.setId(id + ".browse");
    button.setAccessibleText(wording("FileChoice.browse_for_a_file", label));
    button.setMinWidth(USE_PREF_SIZE);
    button.setOnAction(_ -> browse.get().ifPresent(file -> choose(file.toString())));
    if (!first.isEmpty()) {
      choose(first);
    }
    tell(first);
    box.valueProperty().addListener((_, _, value) -> tell(value));
    box.valueProperty().addListener((_, _, value) -> chosen.accept(value));
    getChildren().addAll(box, button);
  }

  /// Adds a button that asks for a folder; its id ends in `.folder`.
  public FileChoice withFolders(String id, Supplier<Optional<Path>> browse) {
    Button button = new Button(wording("FileChoice.folder"));
    button.setId(id + ".folder");
    button.setAccessibleText(wording("FileChoice.browse_for_a_folder", box.getAccessibleText()));
    button.setMinWidth(USE_PREF_SIZE);
    button.setOnAction(_ -> browse.get().ifPresent(folder -> choose(folder.toString())));
    getChildren().add(button);
    return this;
  }

  private void choose(String nameOrPath) {
    if (!box.getItems().contains(nameOrPath)) {
      box.getItems().add(nameOrPath);
    }
    box.setValue(nameOrPath);
  }

  /// Shows the whole path, which does not fit in the box.
  private void tell(String nameOrPath) {
    box.setTooltip(nameOrPath.isEmpty() ? null : new Tooltip(nameOrPath));
  }

  /// Names of the shipped scenarios; an empty one before them where none is needed.
  public static List<String> shipped(Scenarios scenarios) {
    return scenarios.usual().isPresent()
        ? scenarios.names()
        : Stream.concat(Stream.of(""), scenarios.names().stream()).toList();
  }

  /// Files of scenarios.
  public static List<FileDialogs.Kind> maps(Scenarios scenarios) {
    List<String> patterns = scenarios.endings().stream().map(ending -> "*" + ending).toList();
    return List.of(new FileDialogs.Kind("Maps", patterns));
  }

  /// Files of weights.
  public static List<FileDialogs.Kind> checkpoints() {
    return List.of(FileDialogs.Kind.CHECKPOINTS);
  }

  /// Files of suites of worlds.
  public static FileDialogs.Kind suites() {
    return new FileDialogs.Kind(wording("FileChoice.suites"), List.of("*.json"));
  }

  /// The name of a file says more than the beginning of its path.
  private static String nameOfFile(String nameOrPath) {
    return nameOrPath.isEmpty() ? "none" : NamedFile.lastPart(nameOrPath);
  }
}
