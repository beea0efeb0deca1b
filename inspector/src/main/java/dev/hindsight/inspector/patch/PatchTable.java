package dev.hindsight.inspector.patch;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.counterfactual.AblationEffect;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.version.VersionComparison;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// The output of a tick as recorded and patched, and that of the source tick, next to each other.
/// FX thread.
final class PatchTable {
  /// The most actions it lists.
  private static final int LISTED = 40;

  private final LiveTree<Integer> table =
      new LiveTree<>("patch.table", wording("PatchTable.what_it_puts_out"));
  private List<Row> rows = List.of();

  /// @param words recorded, patched, source
  /// @param shares of the bars; NaN for none
  private record Row(String name, List<String> words, double[] shares) {}

  PatchTable() {
    table.column(wording("PatchTable.number_of"), 170, i -> cell(i, 0));
    String[] titles = {
      wording("PatchTable.recorded"), wording("PatchTable.patched"), wording("PatchTable.source")
    };
    for (int column = 0; column < titles.length; column++) {
      int at = column;
      table.bars(titles[column], 110, i -> share(i, at), i -> cell(i, at + 1));
    }
    table.copying(
        i -> i < rows.size() ? rows.get(i).name + "\t" + String.join("\t", rows.get(i).words) : "");
  }

  LiveTree<Integer> node() {
    return table;
  }

  void clear() {
    show(List.of());
  }

  /// @param outputs the three as versions, at the tick
  void show(Rollout rollout, VersionComparison outputs, int tick) {
    show(rows(rollout, outputs, tick));
  }

  private void show(List<Row> next) {
    rows = next;
    LiveTree.rows(table, rows.size());
    table.refreshCells();
  }

  private static List<Row> rows(Rollout rollout, VersionComparison outputs, int tick) {
    List<Row> rows = new ArrayList<>();
    double[] none = {Double.NaN, Double.NaN, Double.NaN};
    rows.add(
        new Row(
            wording("PatchTable.value"),
            outputs.versions().stream().map(each -> NumberWords.logit(each.value(tick))).toList(),
            none));
    rows.add(
        new Row(
            wording("PatchTable.kl_from_recorded"),
            IntStream.range(0, 3)
                .mapToObj(to -> NumberWords.significant(outputs.divergence(0, to, tick), 3))
                .toList(),
            none));
    if (outputs.continuous()) {
      return rows;
    }
    double[][] probabilities =
        IntStream.range(0, outputs.versions().size())
            .mapToObj(each -> Categorical.probabilities(outputs.logits(each, tick)))
            .toArray(double[][]::new);
    int taken = outputs.taken(tick);
    IntStream.range(0, probabilities[0].length)
        .boxed()
        .sorted(
            Comparator.comparingDouble(action ->
                -Math.max(
                    probabilities[0][action],
                    Math.max(probabilities[1][action], probabilities[2][action]))))
        .limit(LISTED)
        .forEach(action ->
            rows.add(
                new Row(
                    (action == taken ? "➤ " : "") + AblationEffect.name(rollout, action),
                    IntStream.range(0, 3)
                        .mapToObj(each -> NumberWords.percent(probabilities[each][action], 1))
                        .toList(),
                    new double[] {
                      probabilities[0][action], probabilities[1][action], probabilities[2][action]
                    })));
    return rows;
  }

  private String cell(int row, int column) {
    return row >= rows.size()
        ? ""
        : column == 0 ? rows.get(row).name : rows.get(row).words.get(column - 1);
  }

  private double share(int row, int column) {
    return row < rows.size() && !Double.isNaN(rows.get(row).shares[column])
        ? rows.get(row).shares[column]
        : 0;
  }
}
