package dev.hindsight.inspector.attention;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.text.Sentences;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// The message of a panel that has no attention to show, with a button to choose the checkpoint. FX
/// thread.
public final class AttentionNotice extends VBox {
  private final String asks;
  private final Label words = new Label();
  private final Button choose = new Button(wording("AttentionNotice.choose_checkpoint"));

  /// @param id of the panel
  /// @param asks the panel's message while no agent is selected
  /// @param chosen runs when the user has chosen a checkpoint
  public AttentionNotice(String id, String asks, PanelContext context, Runnable chosen) {
    this.asks = asks;
    getStyleClass().add("hs-panel");
    words.setId(id + ".notice");
    words.setWrapText(true);
    words.setMinHeight(Region.USE_PREF_SIZE);
    choose.setId(id + ".choose");
    choose.setAccessibleText(wording("AttentionNotice.choose_the_checkpoint_that_the_recording"));
    choose.setOnAction(_ -> {
      context
          .files()
          .open(
              wording("AttentionNotice.the_checkpoint_the_recording_was"),
              List.of(FileDialogs.Kind.CHECKPOINTS))
          .ifPresent(file -> {
            AttentionLoader.library(context).choose(file);
            chosen.run();
          });
    });
    getChildren().addAll(words, choose);
  }

  /// Shows the message for a state; shows no message if there is attention.
  ///
  /// @param parts parts of the panel, visible only if there is attention
  public void show(AttentionState state, List<? extends Node> parts) {
    for (Node part : parts) {
      part.setVisible(state instanceof AttentionState.Available);
      part.setManaged(part.isVisible());
    }
    choose.setVisible(state instanceof AttentionState.Unavailable);
    choose.setManaged(choose.isVisible());
    words.setText(
        switch (state) {
          case AttentionState.NoAgent _ -> asks;
          case AttentionState.Computing _ -> wording("AttentionNotice.computing_its_attention");
          case AttentionState.Unavailable unavailable ->
              unavailable.problem().where()
                  + ": "
                  + unavailable.problem().what()
                  + ". "
                  + Sentences.capitalised(unavailable.problem().remedy())
                  + ".";
          case AttentionState.Available _ -> "";
        });
    setVisible(!(state instanceof AttentionState.Available));
    setManaged(isVisible());
  }
}
