package dev.hindsight.inspector.scores;

import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.outcome.ScoreSheet;
import dev.hindsight.trainer.outcome.Side;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.AgentNames;
import java.util.Optional;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeTablePosition;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.StackPane;

/// The table of trials: a row for each agent, exactly K columns of trials. Enter or a click on a
/// cell leads to where that agent reached its goal. FX thread.
final class ScoreGrid extends StackPane {
  private static final String HERE = "▸ ";
  private static final double WHO = 220;
  private static final double CELL = 84;

  private final PanelContext context;
  private LiveTree<ScoreRow> tree = new LiveTree<>("scores-grid", "Trials");
  private TrialMeasure trialMeasure = TrialMeasure.SCORE;
  private int trials;
  private int here = -1;

  ScoreGrid(PanelContext context) {
    this.context = context;
    setMinWidth(0);
  }

  /// The rows of a recording; for any thread.
  static TreeItem<ScoreRow> rows(ScoreReport book, AgentNames names) {
    ScoreSheet sheet = book.sheet();
    TreeItem<ScoreRow> root = new TreeItem<>();
    for (Side side : Side.values()) {
      if (sheet.count(side) > 0 && !sheet.episodes().isEmpty()) {
        root.getChildren().add(new TreeItem<>(new ScoreRow.Mean(book, side)));
      }
    }
    for (ScoreSheet.Episode episode : sheet.episodes()) {
      TreeItem<ScoreRow> row = new TreeItem<>(new ScoreRow.EpisodeMean(sheet, episode));
      for (int agent = 0; agent < sheet.sides().size() && sheet.sides().size() > 1; agent++) {
        row.getChildren().add(new TreeItem<>(new ScoreRow.Agent(sheet, episode, agent, names)));
      }
      row.setExpanded(sheet.episodes().size() == 1);
      root.getChildren().add(row);
    }
    return root;
  }

  /// Shows other results.
  ///
  /// @param count K
  void show(int count, TreeItem<ScoreRow> rows) {
    if (trials != count || getChildren().isEmpty()) {
      trials = count;
      make();
    }
    tree.setRoot(rows);
  }

  private void make() {
    tree = new LiveTree<>("scores-grid", "Trials, agent by agent");
    tree.column("Who", WHO, ScoreRow::who);
    for (int k = 0; k < trials; k++) {
      int trial = k;
      tree.column("Trial " + (k + 1), CELL, row -> row.words(trialMeasure, trial));
    }
    tree.column("Gain", CELL, row -> row.gain(trialMeasure));
    tree.copying(ScoreRow::who);
    tree.getSelectionModel().setCellSelectionEnabled(true);
    tree.setOnMouseClicked(_ -> go());
    tree.setOnKeyReleased(event -> {
      if (event.getCode() == KeyCode.ENTER) {
        go();
      }
    });
    here = -1;
    getChildren().setAll(tree);
  }

  /// Shows another number of each trial.
  void show(TrialMeasure other) {
    trialMeasure = other;
    tree.refreshCells();
  }

  /// Marks the trial under the cursor.
  ///
  /// @param trial `0..K-1`, or -1 for none
  void mark(int trial) {
    if (trial == here) {
      return;
    }
    here = trial;
    for (int k = 0; k < trials; k++) {
      tree.getColumns().get(k + 1).setText((k == here ? HERE : "") + "Trial " + (k + 1));
    }
  }

  private void go() {
    for (TreeTablePosition<ScoreRow, ?> cell : tree.getSelectionModel().getSelectedCells()) {
      TreeItem<ScoreRow> row = cell.getTreeItem();
      int trial = cell.getColumn() - 1;
      if (row != null && trial >= 0 && trial < trials) {
        Optional<ScoreRow.Target> target = row.getValue().target(trial);
        target.ifPresent(this::go);
      }
    }
  }

  private void go(ScoreRow.Target target) {
    context.seek(target.tick());
    if (target.agent() != Moment.NO_AGENT) {
      context.select(target.agent());
    }
  }
}
