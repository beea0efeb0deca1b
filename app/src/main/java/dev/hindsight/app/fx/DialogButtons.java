package dev.hindsight.app.fx;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;

/// The two buttons of a dialog: Enter confirms, Escape cancels. FX thread.
public final class DialogButtons extends HBox {
  /// @param id of the dialog; the buttons' are `id.export` and `id.cancel`
  /// @param words text of the button that confirms
  /// @param wrong whether the input is invalid
  /// @param act runs on confirmation
  /// @param cancel closes the dialog
  public DialogButtons(
      String id, String words, ObservableValue<Boolean> wrong, Runnable act, Runnable cancel) {
    Button acting = new Button(words);
    acting.setId(id + ".export");
    acting.getStyleClass().add(Styles.ACCENT);
    acting.setDefaultButton(true);
    acting.disableProperty().bind(wrong);
    acting.setOnAction(_ -> act.run());
    Button leaving = new Button(wording("DialogButtons.cancel"));
    leaving.setId(id + ".cancel");
    leaving.setCancelButton(true);
    leaving.setOnAction(_ -> cancel.run());
    getStyleClass().add("hs-buttons");
    setAlignment(Pos.CENTER_RIGHT);
    getChildren().addAll(leaving, acting);
  }
}
