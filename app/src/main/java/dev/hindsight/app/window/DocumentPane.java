package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.commands.CommandControls;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.dock.Docks;
import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.fx.OverflowPane;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.tasks.AutoSave;
import dev.hindsight.app.timeline.TimelineState;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.RecordingStatus;
import dev.hindsight.app.workspace.TailMode;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.render.stage.SceneThreads;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.javafx.FontIcon;
import org.kordamp.ikonli.material2.Material2AL;

/// The docked panes of an open recording. FX thread.
final class DocumentPane extends BorderPane {
  /// The least width of all panes together, in units; the smallest window has more.
  private static final double LEAST_WIDTH = 480;

  private static final double LEAST_HEIGHT = 380;

  private final Document document;
  private final OpenPanes panes;
  private final Docks docks;
  private int ticks;

  DocumentPane(
      Document document,
      CommandSet commands,
      WindowContext window,
      SceneThreads threads,
      Theme theme) {
    this.document = document;
    this.panes = new OpenPanes(document, commands, window, threads, theme);
    this.docks =
        new Docks(
            panes::open, document.layout()::send, document.maximised()::send, nothing(commands));
    setTop(new LiveRecordingBar(document, commands));
    setCenter(OverflowPane.atLeast("overflow", docks, LEAST_WIDTH, LEAST_HEIGHT));
    document
        .layout()
        .watch(layout -> {
          docks.show(layout);
          panes.fill();
        });
    document
        .maximised()
        .watch(pane -> {
          docks.maximise(pane);
          panes.fill();
        });
    document.timeline().watch(this::extended);
    // A recording that has ended is complete: results that were still open are final now.
    document.status().watch(_ -> panes.stale());
    document.layout().watch(remembering(window, document));
  }

  private static AutoSave<Layout> remembering(WindowContext window, Document document) {
    return new AutoSave<>(
        window.background(),
        wording("DocumentPane.saving_the_layout"),
        document.layout().state(),
        layout -> window.layouts().remember(document.kind(), layout));
  }

  /// The recording has grown; panels receive other moments by themselves.
  private void extended(TimelineState state) {
    if (state.axis().ticks() != ticks) {
      ticks = state.axis().ticks();
      panes.stale();
    }
  }

  /// Updates every pane; called once before a frame is painted.
  void frame() {
    docks.frame();
    panes.frame();
  }

  /// Whether its scenes have been built.
  boolean drawn() {
    return panes.drawn();
  }

  /// What the scene used last shows, in pixels of the screen; empty if it is not open.
  Optional<Viewpoint> viewpoint() {
    return panes.viewpoint(new PaneId(PaneKinds.SCENE, document.view().state().active()));
  }

  /// Whether everything visible has arrived.
  boolean complete() {
    return panes.complete();
  }

  /// Applies the colours of a theme.
  void applyTheme(Theme theme) {
    panes.applyTheme(theme);
  }

  /// Moves the keyboard focus to the tick field, opening the timeline if necessary.
  void askForTick() {
    PaneId timeline = PaneId.of(PaneKinds.TIMELINE);
    document.layout().send(new LayoutCommand.Open(timeline, PaneKinds.home(PaneKinds.TIMELINE)));
    panes.askForTick();
  }

  /// The docks, for moving the keyboard focus.
  Docks docks() {
    return docks;
  }

  /// Closes every pane.
  void close() {
    docks.close();
  }

  private static Node nothing(CommandSet commands) {
    Label words = new Label(wording("DocumentPane.all_panes_are_closed_open_them"));
    words.setWrapText(true);
    VBox box =
        new VBox(
            12,
            words,
            CommandControls.wordButton(
                commands, "layout.reset", wording("DocumentPane.reset_the_layout")));
    box.setAlignment(Pos.CENTER);
    return box;
  }

  /// Shows how far a growing recording is and whether the cursor stays at its end, or why a
  /// recording was not finished; hidden for a complete recording. FX thread.
  private static final class LiveRecordingBar extends HBox {
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
}
