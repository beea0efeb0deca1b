package dev.hindsight.app.window;

import dev.hindsight.app.agents.AgentLedger;
import dev.hindsight.app.agents.AgentTable;
import dev.hindsight.app.commands.CommandSet;
import dev.hindsight.app.facts.FactTable;
import dev.hindsight.app.facts.TickFacts;
import dev.hindsight.app.scene.ScenePane;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.tasks.Background;
import dev.hindsight.app.timeline.EventScan;
import dev.hindsight.app.timeline.TimelinePane;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.render.stage.StageThreads;
import dev.hindsight.trainer.rollout.Moment;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Orientation;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;

/// An open recording: its scene, its agents, what its columns say, its timeline. FX thread.
final class DocumentPane extends BorderPane {
  /// What the columns of the tables need.
  private static final double TABLES_WIDTH = 476;

  private final Document document;
  private final Background background;
  private final ScenePane scene;
  private final AgentTable agents;
  private final FactTable facts = new FactTable();
  private final TimelinePane timeline;
  private Optional<AgentLedger> ledger = Optional.empty();
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
    this.agents = new AgentTable(agent -> document.view().send(new ViewCommand.Select(agent)));
    this.timeline = new TimelinePane(document.timeline(), commands, theme);
    SplitPane tables = new SplitPane(agents, facts);
    tables.setOrientation(Orientation.VERTICAL);
    SplitPane all = new SplitPane(scene, tables);
    tables.setMinWidth(TABLES_WIDTH);
    tables.setPrefWidth(TABLES_WIDTH);
    SplitPane.setResizableWithParent(tables, false);
    setCenter(all);
    setBottom(timeline);
    document.timeline().watch(_ -> showTables());
    document.view().watch(_ -> showSelection());
    background.quietly(
        "Counting",
        (progress, cancellation) -> AgentLedger.read(document.rollout(), progress, cancellation),
        this::counted);
  }

  /// Takes on the colours of a theme.
  void dress(Theme theme) {
    scene.dress(theme);
    timeline.dress(theme);
  }

  /// Puts the keyboard into the tick field.
  void askForTick() {
    timeline.askForTick();
  }

  private void counted(AgentLedger read) {
    ledger = Optional.of(read);
    showTables();
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
    ledger.ifPresent(read -> agents.show(read.at(moment.tick()), moment.agent()));
    facts.show(TickFacts.of(moment));
  }
}
