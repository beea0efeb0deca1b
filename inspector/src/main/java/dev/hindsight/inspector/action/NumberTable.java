package dev.hindsight.inspector.action;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.rollout.Moment;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javafx.scene.control.TreeItem;

/// A row for each number of an action: the mean and the standard deviation of its distribution,
/// before bounding, and the number itself as the policy has it, from -1 to 1. FX thread.
final class NumberTable {
  private final ActionSpace.Continuous space;
  private final LiveTree<Integer> tree =
      new LiveTree<>("numbers", wording("NumberTable.distribution_of_every_number"));
  private ActionNumbers numbers;

  /// @param space the numbers of the recording's actions
  NumberTable(ActionSpace.Continuous space) {
    this.space = space;
    numbers = ActionNumbers.NOTHING;
    tree.column("Number", 200, space.names()::get);
    tree.column("Mean", 90, number -> cell(numbers.mean(), number));
    tree.column(
        wording("NumberTable.standard_deviation"), 90, number -> cell(numbers.deviation(), number));
    tree.column("Action", 90, number -> cell(numbers.action(), number));
    tree.copying(number -> space.names().get(number) + " " + cell(numbers.action(), number));
  }

  LiveTree<?> tree() {
    return tree;
  }

  /// Shows a moment.
  ///
  /// @param away whether the agent is in limbo: then there is nothing to show
  void show(Moment moment, boolean away) {
    numbers = away ? ActionNumbers.NOTHING : ActionNumbers.at(space, moment);
    if (tree.getRoot().getChildren().size() != numbers.count()) {
      TreeItem<Integer> root = new TreeItem<>();
      List<TreeItem<Integer>> rows =
          IntStream.range(0, numbers.count()).mapToObj(TreeItem<Integer>::new).toList();
      root.getChildren().setAll(rows);
      tree.setRoot(root);
    }
    tree.refreshCells();
  }

  /// The entropy of the whole action in words: nats, or why there is none; empty without an output
  /// of the policy.
  Optional<String> entropy() {
    if (numbers.count() == 0) {
      return Optional.empty();
    }
    for (int number = 0; number < numbers.count(); number++) {
      if (numbers.deviation()[number] < 0) {
        return Optional.of(
            wording(
                "NumberTable.no_entropy",
                space.names().get(number),
                cell(numbers.deviation(), number)));
      }
    }
    return Optional.of(
        wording("ActionPanel.entropy", NumberWords.recorded(numbers.entropy(), NumberWords::nats)));
  }

  private static String cell(float[] column, int number) {
    return number < column.length
        ? NumberWords.recorded(column[number], value -> NumberWords.decimals(value, 3))
        : "";
  }
}
