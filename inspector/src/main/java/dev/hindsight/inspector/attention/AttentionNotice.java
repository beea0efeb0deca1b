package dev.hindsight.inspector.attention;

import dev.hindsight.inspector.live.FileQuestion;
import dev.hindsight.inspector.panel.PanelContext;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// What a panel says while there is no attention to show, with a way to name the checkpoint. FX
/// thread.
public final class AttentionNotice extends VBox {
  private final String asks;
  private final Label words = new Label();
  private final Button choose = new Button("Choose checkpoint…");

  /// @param id of the panel
  /// @param asks what the panel says while no agent is selected
  /// @param chosen is called when the user chose a checkpoint
  public AttentionNotice(String id, String asks, PanelContext context, Runnable chosen) {
    this.asks = asks;
    getStyleClass().add("hs-panel");
    words.setId(id + ".notice");
    words.setWrapText(true);
    words.setMinHeight(Region.USE_PREF_SIZE);
    choose.setId(id + ".choose");
    choose.setAccessibleText("Choose the checkpoint the recording was made with");
    choose.setOnAction(_ -> {
      FileQuestion.checkpoint("The checkpoint the recording was made with")
          .ask(
              this,
              file -> {
                AttentionFollower.library(context).choose(file);
                chosen.run();
              });
    });
    getChildren().addAll(words, choose);
  }

  /// Says what a state means; nothing where there is attention.
  ///
  /// @param parts of the panel that there is something to show in only then
  public void show(AttentionState state, List<? extends Node> parts) {
    for (Node part : parts) {
      part.setVisible(state instanceof AttentionState.Known);
      part.setManaged(part.isVisible());
    }
    choose.setVisible(state instanceof AttentionState.Lacking);
    choose.setManaged(choose.isVisible());
    words.setText(
        switch (state) {
          case AttentionState.Nobody _ -> asks;
          case AttentionState.Computing _ -> "Computing its attention…";
          case AttentionState.Lacking lacking ->
              lacking.problem().where()
                  + ": "
                  + lacking.problem().what()
                  + ". "
                  + capital(lacking.problem().remedy())
                  + ".";
          case AttentionState.Known _ -> "";
        });
    setVisible(!(state instanceof AttentionState.Known));
    setManaged(isVisible());
  }

  private static String capital(String sentence) {
    return sentence.isEmpty()
        ? sentence
        : Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
  }
}
