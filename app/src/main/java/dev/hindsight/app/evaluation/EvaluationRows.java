package dev.hindsight.app.evaluation;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.fx.ScaledColumns;
import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.study.EvaluationTable;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.study.Measure;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import javafx.collections.transformation.SortedList;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.StackPane;

/// The table of an evaluation: a mean above its interval in each cell; sorted by a click on a
/// column, filtered by words. FX thread.
final class EvaluationRows extends StackPane {
  private final TableView<EvaluationTable.Row> table = new TableView<>();
  private final ObservableList<EvaluationTable.Row> rows = FXCollections.observableArrayList();
  private final FilteredList<EvaluationTable.Row> filtered = new FilteredList<>(rows);
  private final SortedList<EvaluationTable.Row> sorted = new SortedList<>(filtered);
  private final ScaledColumns<EvaluationTable.Row> columns = new ScaledColumns<>(table);
  private List<Measure> measures = List.of();

  EvaluationRows() {
    table.setId("evaluation.table");
    table.setAccessibleText(wording("EvaluationRows.evaluation_by_scenario"));
    table.getStyleClass().addAll("dense", "striped");
    sorted.comparatorProperty().bind(table.comparatorProperty());
    table.setItems(sorted);
    getChildren().addAll(table, columns.scale());
    say(wording("EvaluationRows.evaluate_a_policy_or_open"));
  }

  /// The control, for menus and keys.
  TableView<EvaluationTable.Row> table() {
    return table;
  }

  /// What the empty table says.
  void say(String words) {
    Label label = new Label(words);
    label.setWrapText(true);
    table.setPlaceholder(label);
  }

  /// Shows another table; columns in which all rows agree on nothing are left out.
  void show(EvaluationTable shown) {
    measures = shown.measures();
    columns.clear();
    rows.setAll(shown.rows());
    if (shown.checkpoints().size() > 1) {
      text(wording("EvaluationRows.checkpoint"), 130, row -> NamedFile.lastPart(row.checkpoint()));
    }
    if (shown.rows().stream().anyMatch(row -> !row.world().scenario().isEmpty())) {
      text(
          wording("EvaluationRows.scenario"),
          112,
          row -> NamedFile.lastPart(row.world().scenario()));
    }
    if (shown.partners()) {
      text(
          wording("EvaluationRows.partner"),
          110,
          row -> row.world().partner().map(NamedFile::lastPart).orElse(NumberWords.NONE));
    }
    if (shown.trials()) {
      number(wording("EvaluationRows.trial"), 50, EvaluationTable.Row::number);
    }
    for (int i = 0; i < measures.size(); i++) {
      int place = i;
      if (!shown.measured(place)) {
        continue;
      }
      Measure measure = measures.get(i);
      boolean unit = measure.range().equals(Interval.Range.UNIT);
      measured(measure.title(), unit ? 82 : 98, unit, row -> Optional.of(row.values().get(place)));
    }
    if (shown.completions()) {
      measured(wording("EvaluationRows.completion"), 102, true, EvaluationTable.Row::completion);
    }
    number(wording("EvaluationRows.episodes"), 76, row -> OptionalInt.of(row.episodes()));
  }

  /// Shows the rows that contain every word.
  void filter(String typed) {
    List<String> words = List.of(typed.toLowerCase(Locale.ROOT).strip().split("\\s+"));
    filtered.setPredicate(row -> {
      String text =
          String.join(
                  " ",
                  row.checkpoint(),
                  row.world().scenario(),
                  row.world().partner().orElse(""),
                  row.whole() ? "" : wording("EvaluationRows.trial_n", row.trial() + 1))
              .toLowerCase(Locale.ROOT);
      return words.stream().allMatch(text::contains);
    });
  }

  /// The visible rows in their order.
  EvaluationTable visible() {
    return new EvaluationTable(measures, List.copyOf(sorted));
  }

  /// The selected row.
  Optional<EvaluationTable.Row> selected() {
    return Optional.ofNullable(table.getSelectionModel().getSelectedItem());
  }

  private void text(String title, double width, Function<EvaluationTable.Row, String> words) {
    TableColumn<EvaluationTable.Row, String> column = new TableColumn<>(title);
    column.setCellValueFactory(cell -> new ReadOnlyObjectWrapper<>(words.apply(cell.getValue())));
    columns.add(column, width);
  }

  private void number(
      String title, double width, Function<EvaluationTable.Row, OptionalInt> value) {
    TableColumn<EvaluationTable.Row, Integer> column = new TableColumn<>(title);
    column.setCellValueFactory(cell ->
        new ReadOnlyObjectWrapper<>(
            value.apply(cell.getValue()).stream().boxed().findFirst().orElse(null)));
    column.setStyle("-fx-alignment: center-right;");
    columns.add(column, width);
  }

  private void measured(
      String title,
      double width,
      boolean unit,
      Function<EvaluationTable.Row, Optional<Interval>> value) {
    TableColumn<EvaluationTable.Row, Interval> column = new TableColumn<>(title);
    column.setCellValueFactory(
        cell -> new ReadOnlyObjectWrapper<>(value.apply(cell.getValue()).orElse(null)));
    column.setCellFactory(_ -> new IntervalCell<>(unit));
    column.setComparator(Comparator.comparingDouble(Interval::mean));
    columns.add(column, width);
  }
}
