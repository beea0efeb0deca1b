package dev.hindsight.app.window;

import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.scene.ScenePane;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.tasks.Background;
import dev.hindsight.app.timeline.EventScan;
import dev.hindsight.app.timeline.TimelinePane;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.inspector.BuiltInPanels;
import dev.hindsight.inspector.panel.Panel;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.render.stage.StageThreads;
import dev.hindsight.trainer.rollout.Moment;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Orientation;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.layout.BorderPane;

/// An open recording: its scene, its agents, what its columns say, its timeline. FX thread.
final class DocumentPane extends BorderPane {
  /// What the columns of the tables need.
  private static final double TABLES_WIDTH = 476;

  private final Document document;
  private final Background background;
  private final ScenePane scene;
  private final List<Panel> panels = new ArrayList<>();
  private final TimelinePane timeline;
  private int marked = Moment.NO_AGENT;

  DocumentPane(
      Document document,
      CommandSet commands,
      Background background,
      StageThreads threads,
      Theme theme) {
    this.document = document;
    this.background = background;
    this.scene = new ScenePane(document, commands, threads, theme);
    this.timeline = new TimelinePane(document.timeline(), commands, theme);
    PanelContext context = new DocumentContext(document, background, theme);
    TabPane below = new TabPane();
    below.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
    SplitPane tables = new SplitPane();
    tables.setOrientation(Orientation.VERTICAL);
    for (PanelType type : BuiltInPanels.ALL) {
      if (type.missing(document.rollout().manifest()).isEmpty()) {
        Panel panel = type.open(context);
        panels.add(panel);
        if (tables.getItems().isEmpty()) {
          tables.getItems().add(panel.node());
        } else {
          below.getTabs().add(new Tab(type.title(), panel.node()));
        }
      }
    }
    tables.getItems().add(below);
    SplitPane all = new SplitPane(scene, tables);
    tables.setMinWidth(TABLES_WIDTH);
    tables.setPrefWidth(TABLES_WIDTH);
    SplitPane.setResizableWithParent(tables, false);
    setCenter(all);
    setBottom(timeline);
    document.timeline().watch(_ -> showTables());
    document.view().watch(_ -> showSelection());
  }

  /// Takes on the colours of a theme.
  void dress(Theme theme) {
    scene.dress(theme);
    timeline.dress(theme);
    panels.forEach(panel -> panel.dress(DocumentContext.palette(theme)));
  }

  /// Puts the keyboard into the tick field.
  void askForTick() {
    timeline.askForTick();
  }

  private void showSelection() {
    int agent = document.view().state().selected();
    if (agent == Moment.NO_AGENT) {
      timeline.mark(List.of(), "Select an agent to see here what happened to it");
    } else if (agent != marked) {
      background.quietly(
          "Finding events",
          (_, cancellation) -> EventScan.of(document.rollout(), agent, cancellation),
          events -> {
            if (document.view().state().selected() == agent) {
              timeline.mark(events, events.isEmpty() ? "Nothing happened to agent " + agent : "");
            }
          });
    }
    marked = agent;
    showTables();
  }

  private void showTables() {
    Moment moment = document.moment();
    panels.forEach(panel -> panel.show(moment));
  }
}
