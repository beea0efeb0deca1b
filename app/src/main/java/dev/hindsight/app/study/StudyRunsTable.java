package dev.hindsight.app.study;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.fx.ScaledColumns;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.study.plan.StudyReport;
import dev.hindsight.trainer.study.plan.StudySpec;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.StackPane;

/// The runs of a study: how far each has got, and its results. FX thread.
final class StudyRunsTable extends StackPane {
  private final TableView<RunRow> table = new TableView<>();
  private final ScaledColumns<RunRow> columns = new ScaledColumns<>(table);

  /// A run of a study.
  ///
  /// @param arm title of its arm
  /// @param seed of training
  /// @param state what happens to it
  /// @param update the last one; 0 if unknown
  /// @param inAll total number of updates; 0 if unknown
  /// @param name in the ledger of runs; empty before it began
  /// @param result empty before the report
  record RunRow(
      String arm,
      long seed,
      RunState state,
      long update,
      long inAll,
      String name,
      Optional<StudyReport.RunResult> result) {
    /// A run of the plan that has not begun.
    static RunRow waiting(StudySpec.PlannedRun run) {
      return new RunRow(run.arm().title(), run.seed(), RunState.WAITS, 0, 0, "", Optional.empty());
    }

    RunRow in(RunState other) {
      return new RunRow(arm, seed, other, update, inAll, name, result);
    }

    RunRow at(long last, long all) {
      return new RunRow(arm, seed, RunState.TRAINS, last, all, name, result);
    }

    boolean is(String title, long other) {
      return arm.equals(title) && seed == other;
    }
  }

  /// What happens to a run.
  enum RunState {
    WAITS(wording("StudyRunsTable.waits")),
    INTERRUPTED(wording("StudyRunsTable.interrupted")),
    TRAINS(wording("StudyRunsTable.trains")),
    EVALUATES(wording("StudyRunsTable.evaluates")),
    DONE(wording("StudyRunsTable.done")),
    DIVERGED(wording("StudyRunsTable.diverged"));

    private final String words;

    RunState(String words) {
      this.words = words;
    }
  }

  StudyRunsTable() {
    table.setId("study.runs");
    table.setAccessibleText(wording("StudyRunsTable.runs"));
    table.getStyleClass().addAll("dense", "striped");
    table.setPlaceholder(new Label(wording("StudyRunsTable.start_a_study_or_open_one")));
    text(wording("StudyRunsTable.arm"), 160, RunRow::arm);
    column(wording("StudyRunsTable.seed"), 60, row -> row.seed());
    text(wording("StudyRunsTable.state"), 110, row -> row.state().words);
    text(
        wording("StudyRunsTable.updates"),
        110,
        row ->
            row.inAll() == 0
                ? ""
                : wording(
                    "StudyRunsTable.of",
                    NumberWords.count(row.update()),
                    NumberWords.count(row.inAll())));
    number(wording("StudyRunsTable.score"), 75, StudyReport.RunResult::score, 3);
    number(wording("StudyRunsTable.gain"), 75, StudyReport.RunResult::gain, 3);
    number(wording("StudyRunsTable.return"), 80, StudyReport.RunResult::earned, 3);
    number(wording("StudyRunsTable.length"), 75, StudyReport.RunResult::ticks, 1);
    text(wording("StudyRunsTable.run"), 260, RunRow::name);
    getChildren().addAll(table, columns.scale());
  }

  /// The control, for menus and keys.
  TableView<RunRow> table() {
    return table;
  }

  /// Shows other runs, or the same ones later.
  void show(List<RunRow> rows) {
    int selected = table.getSelectionModel().getSelectedIndex();
    table.getItems().setAll(rows);
    table.sort();
    table.getSelectionModel().clearAndSelect(selected);
  }

  /// The selected run.
  Optional<RunRow> selected() {
    return Optional.ofNullable(table.getSelectionModel().getSelectedItem());
  }

  private void text(String title, double width, Function<RunRow, String> words) {
    column(title, width, words);
  }

  private <T> void column(String title, double width, Function<RunRow, T> value) {
    TableColumn<RunRow, T> column = new TableColumn<>(title);
    column.setCellValueFactory(cell -> new ReadOnlyObjectWrapper<>(value.apply(cell.getValue())));
    columns.add(column, width);
  }

  /// A number that sorts as one.
  private record Shown(OptionalDouble value, int decimals) implements Comparable<Shown> {
    @Override
    public int compareTo(Shown other) {
      return Double.compare(value.orElse(Double.NaN), other.value.orElse(Double.NaN));
    }

    @Override
    public String toString() {
      return value.isEmpty() ? "" : NumberWords.decimals(value.getAsDouble(), decimals);
    }
  }

  private void number(
      String title, double width, Function<StudyReport.RunResult, Double> number, int decimals) {
    column(
        title,
        width,
        row ->
            new Shown(
                row.result()
                    .map(number)
                    .filter(value -> !Double.isNaN(value))
                    .map(OptionalDouble::of)
                    .orElse(OptionalDouble.empty()),
                decimals));
  }
}
