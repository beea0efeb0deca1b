package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

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
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.render.stage.SceneThreads;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;

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
}
