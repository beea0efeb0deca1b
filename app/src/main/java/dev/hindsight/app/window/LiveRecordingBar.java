package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.RecordingStatus;
import dev.hindsight.app.workspace.TailMode;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// Shows how far a growing recording is and whether the cursor stays at its end, or why a recording
/// was not finished; hidden for a complete recording. FX thread.
final class LiveRecordingBar extends HBox {
  private final Document document;
  private final Label words = new Label();
  private final ToggleButton follow;

  LiveRecordingBar(Document document, CommandSet commands) {
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
    follow.setText(wording("LiveRecordingBar.follow_the_end"));
    follow.getStyleClass().add(Styles.SMALL);
    follow.setMinWidth(USE_PREF_SIZE);
    follow.managedProperty().bind(follow.visibleProperty());
    getChildren().addAll(words, follow);
    managedProperty().bind(visibleProperty());
    document
        .status()
        .watch(_ -> {
          commands.refresh();
          show();
        });
    document.tail().watch(_ -> show());
    document.timeline().watch(_ -> count());
  }

  private void show() {
    RecordingStatus recordingStatus = document.status().state();
    setVisible(!(recordingStatus instanceof RecordingStatus.Complete));
    follow.setVisible(document.live());
    follow.setSelected(document.tail().state() == TailMode.FOLLOWING);
    words.setGraphic(new FontIcon(icon(recordingStatus)));
    getStyleClass().remove(Styles.DANGER);
    if (recordingStatus instanceof RecordingStatus.Incomplete incomplete) {
      getStyleClass().add(Styles.DANGER);
      words.setText(incomplete.words());
    }
    count();
  }

  /// The end moves several times a second; a shape repeats what the colour says.
  private void count() {
    if (document.live()) {
      String view =
          switch (document.tail().state()) {
            case FOLLOWING -> wording("LiveRecordingBar.the_view_follows_the_newest_tick");
            case FROZEN -> wording("LiveRecordingBar.the_view_stays_where_it_is");
          };
      int ticks = document.timeline().state().axis().ticks();
      words.setText(
          ticks == 0
              ? wording("LiveRecordingBar.recording_no_ticks_so_far")
              : wording("LiveRecordingBar.recording_ticks_so_far", ticks, view));
    }
  }

  private static Ikon icon(RecordingStatus recordingStatus) {
    return switch (recordingStatus) {
      case RecordingStatus.InProgress _ -> Material2AL.FIBER_MANUAL_RECORD;
      case RecordingStatus.Complete _ -> Material2AL.CHECK;
      case RecordingStatus.Incomplete _ -> Material2AL.ERROR_OUTLINE;
    };
  }
}
