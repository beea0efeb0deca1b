package dev.hindsight.app.form;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.workspace.WindowContext;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;

/// A folder, typed or chosen in a dialog. FX thread.
public final class FolderField extends HBox {
  private final TextField field;

  /// @param id of the text field; that of its button ends in `.choose`
  /// @param label what the folder is for, for screen readers
  /// @param first the initial text
  /// @param prompt shown while it is empty
  /// @param typed receives the text after every change
  public FolderField(
      String id,
      String label,
      String first,
      String prompt,
      WindowContext window,
      Consumer<String> typed) {
    super(8);
    field = new TextField(first);
    field.setId(id);
    field.setAccessibleText(label);
    field.setPromptText(prompt);
    field.textProperty().addListener((_, _, text) -> typed.accept(text));
    Button choose = new Button(wording("FolderField.choose"));
    choose.setId(id + ".choose");
    choose.setAccessibleText(wording("FolderField.choose_a_folder", label));
    choose.setMinWidth(USE_PREF_SIZE);
    choose.setOnAction(
        _ -> window.dialogs().folder(label).ifPresent(folder -> field.setText(folder.toString())));
    HBox.setHgrow(field, Priority.ALWAYS);
    getChildren().addAll(field, choose);
  }

  /// The text field.
  public TextField field() {
    return field;
  }
}
