package dev.hindsight.inspector.scores;

import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.outcome.AgentTrial;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.outcome.Trial;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.Optional;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.StackPane;

/// Everything about the trial under the cursor: a row for each agent, a column for each measure. FX
/// thread.
final class TrialTable extends StackPane {
  private final LiveTree<Integer> tree =
      new LiveTree<>("scores-trial", "The trial under the cursor, agent by agent");
  private final PanelContext context;
  private Optional<Trial> trial = Optional.empty();

  TrialTable(PanelContext context) {
    this.context = context;
    setMinWidth(0);
    tree.column("Agent", 124, agent -> agent(agent).map(this::name).orElse(""));
    for (TrialMeasure trialMeasure : TrialMeasure.values()) {
      tree.column(
          trialMeasure.title(),
          26 + 9 * trialMeasure.title().length(),
          agent -> agent(agent).map(one -> words(trialMeasure, one)).orElse(""));
    }
    tree.copying(agent -> agent(agent).map(AgentTrial::toString).orElse(""));
    tree.setOnMouseClicked(_ -> go());
    tree.setOnKeyReleased(event -> {
      if (event.getCode() == KeyCode.ENTER) {
        go();
      }
    });
    getChildren().add(tree);
  }

  private String name(AgentTrial agent) {
    return AgentNames.of(context.rollout()).numbered(agent.agent())
        + (agent.side() == Side.EGO ? "" : " · " + agent.side().word());
  }

  private String words(TrialMeasure trialMeasure, AgentTrial agent) {
    return trial.map(shown -> trialMeasure.words(shown, agent)).orElse("");
  }

  private Optional<AgentTrial> agent(int index) {
    return trial
        .filter(shown -> index < shown.agents().size())
        .map(shown -> shown.agents().get(index));
  }

  /// Shows another trial, or none.
  void show(Optional<Trial> other) {
    if (trial.equals(other)) {
      return;
    }
    trial = other;
    int agents = other.map(shown -> shown.agents().size()).orElse(0);
    LiveTree.rows(tree, agents);
    tree.refreshCells();
  }

  private void go() {
    tree.chosen()
        .flatMap(this::agent)
        .ifPresent(agent -> {
          int begin = trial.map(Trial::start).orElse(0);
          context.seek(agent.reachedAt() == AgentTrial.NEVER ? begin : agent.reachedAt());
          context.select(agent.agent());
        });
  }
}
