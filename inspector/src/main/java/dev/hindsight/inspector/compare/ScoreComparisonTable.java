package dev.hindsight.inspector.compare;

import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.WrappedLabel;
import dev.hindsight.inspector.scores.TrialMeasure;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import javafx.scene.control.TreeItem;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/// Scores of both recordings side by side: means, then every agent; a column for each trial. Above
/// them how far the means are known. A click selects the agent. FX thread.
final class ScoreComparisonTable extends VBox {
  private static final double WHO = 132;
  private static final double CELL = 148;

  private final IntConsumer select;
  private final WrappedLabel certainty = WrappedLabel.muted("differences-certainty");

  /// @param select selects an agent of the one recording
  ScoreComparisonTable(IntConsumer select) {
    this.select = select;
    setMinWidth(0);
  }

  /// Shows what was found.
  void show(ScoreComparison scores, TrialMeasure trialMeasure) {
    LiveTree<ScoreComparison.Line> tree =
        new LiveTree<>(
            "differences-scores", trialMeasure.title() + " of both recordings, by trial");
    tree.column("Who", WHO, ScoreComparisonTable::who);
    for (int k = 0; k < scores.trials(); k++) {
      int trial = k;
      tree.column("Trial " + (k + 1) + ", A → B", CELL, line -> line.trials().get(trial).words());
    }
    tree.copying(line -> line.who() + " " + line.words());
    tree.setOnMouseClicked(_ -> tree.chosen().ifPresent(line -> line.agent().ifPresent(select)));
    TreeItem<ScoreComparison.Line> root = new TreeItem<>();
    scores.means(trialMeasure).forEach(line -> root.getChildren().add(new TreeItem<>(line)));
    for (int episode = 0; episode < scores.episodes(); episode++) {
      scores
          .agents(episode, trialMeasure)
          .forEach(line -> root.getChildren().add(new TreeItem<>(line)));
    }
    tree.setRoot(root);
    certainty.setText(
        scores.means(trialMeasure).stream()
            .map(ScoreComparison.Line::certainty)
            .filter(words -> !words.isEmpty())
            .collect(Collectors.joining("\n")));
    certainty.setVisible(!certainty.getText().isEmpty());
    certainty.setManaged(certainty.isVisible());
    VBox.setVgrow(tree, Priority.ALWAYS);
    getChildren().setAll(certainty, tree);
  }

  /// A mark tells what changed, not a colour.
  private static String who(ScoreComparison.Line line) {
    return (line.changed() ? "● " : "") + line.who();
  }
}
