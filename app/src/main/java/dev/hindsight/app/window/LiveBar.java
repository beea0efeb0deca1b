package dev.hindsight.app.window;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.Making;
import dev.hindsight.app.workspace.Tail;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// Says of a recording that is being made how far it is and whether the cursor stays at its end,
/// and of one that was not finished why; gone where a recording is whole. FX thread.
final class LiveBar extends HBox {
  private final Document document;
  private final Label words = new Label();
  private final ToggleButton follow;

  LiveBar(Document document, CommandSet commands) {
    this.document = document;
    setId("live");
    getStyleClass().add("hs-live");
    setAlignment(Pos.CENTER_LEFT);
    words.setId("live.words");
    words.setWrapText(true);
    words.setMinWidth(0);
    HBox.setHgrow(words, Priority.ALWAYS);
    words.setMaxWidth(Double.MAX_VALUE);
    follow = CommandControls.toggle(commands, "playback.tail");
    follow.setText("Follow the end");
    follow.getStyleClass().add(Styles.SMALL);
    follow.setMinWidth(USE_PREF_SIZE);
    follow.managedProperty().bind(follow.visibleProperty());
    getChildren().addAll(words, follow);
    managedProperty().bind(visibleProperty());
    document
        .making()
        .watch(_ -> {
          commands.refresh();
          show();
        });
    document.tail().watch(_ -> show());
    document.timeline().watch(_ -> count());
  }

  private void show() {
    Making making = document.making().state();
    setVisible(!(making instanceof Making.Whole));
    follow.setVisible(document.live());
    follow.setSelected(document.tail().state() == Tail.FOLLOWING);
    words.setGraphic(new FontIcon(icon(making)));
    getStyleClass().remove(Styles.DANGER);
    if (making instanceof Making.Unfinished unfinished) {
      getStyleClass().add(Styles.DANGER);
      words.setText(unfinished.words());
    }
    count();
  }

  /// The end moves several times a second; a shape says what the colour says.
  private void count() {
    if (document.live()) {
      String view =
          switch (document.tail().state()) {
            case FOLLOWING -> "the view follows the end.";
            case FROZEN -> "the view stays where it is.";
          };
      int ticks = document.timeline().state().axis().ticks();
      words.setText(
          ticks == 0
              ? "Recording: no ticks so far; they are shown as they are written."
              : "Recording: " + ticks + " ticks so far; " + view);
    }
  }

  private static Ikon icon(Making making) {
    return switch (making) {
      case Making.UnderWay _ -> Material2AL.FIBER_MANUAL_RECORD;
      case Making.Whole _ -> Material2AL.CHECK;
      case Making.Unfinished _ -> Material2AL.ERROR_OUTLINE;
    };
  }
}
