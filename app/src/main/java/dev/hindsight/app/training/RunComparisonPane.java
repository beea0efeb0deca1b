package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.settings.Theme;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;

/// Shows runs side by side: their curves in the same charts, their results, and how their
/// configurations differ. FX thread.
final class RunComparisonPane extends SplitPane {
  private final List<ChartCard> cards;
  private final ChartBoard board;
  private final TableView<RunComparison.ComparisonRow> outcome = table("training.outcome");
  private final TableView<RunComparison.ComparisonRow> configuration = table("training.difference");

  RunComparisonPane(Theme theme, Store<ChartOptions, UnaryOperator<ChartOptions>> options) {
    cards = RunComparison.CHARTS.stream().map(chart -> new ChartCard(chart.kind(), theme)).toList();
    board = new ChartBoard(cards, options);
    configuration.setPlaceholder(
        new Label(wording("RunComparisonPane.the_settings_are_identical")));
    TabPane tables =
        new TabPane(
            new Tab(wording("RunComparisonPane.scores"), outcome),
            new Tab(wording("RunComparisonPane.differences"), configuration));
    tables.setAccessibleText(wording("RunComparisonPane.comparison"));
    tables.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
    tables.getStyleClass().add(Styles.DENSE);
    tables.getStyleClass().add("hs-run-side");
    getItems().addAll(board, tables);
    setDividerPositions(0.62);
  }

  void show(RunComparison runComparison) {
    for (int i = 0; i < cards.size(); i++) {
      cards.get(i).show(runComparison.curves(RunComparison.CHARTS.get(i)));
    }
    fill(outcome, runComparison, runComparison.outcome());
    fill(configuration, runComparison, runComparison.configuration());
  }

  void applyTheme(Theme theme) {
    board.applyTheme(theme);
  }

  void frame(double seconds) {
    board.frame(seconds);
  }

  boolean upToDate() {
    return board.upToDate();
  }

  void close() {
    board.close();
  }

  private static TableView<RunComparison.ComparisonRow> table(String id) {
    TableView<RunComparison.ComparisonRow> table = new TableView<>();
    table.setId(id);
    table.getStyleClass().addAll("dense", "striped");
    return table;
  }

  private static void fill(
      TableView<RunComparison.ComparisonRow> table,
      RunComparison runComparison,
      List<RunComparison.ComparisonRow> rows) {
    TableColumn<RunComparison.ComparisonRow, String> names = new TableColumn<>("");
    names.setCellValueFactory(cell -> new ReadOnlyStringWrapper(cell.getValue().name()));
    names.setPrefWidth(150);
    List<TableColumn<RunComparison.ComparisonRow, String>> columns =
        IntStream.range(0, runComparison.runs().size())
            .mapToObj(i -> column(runComparison.runs().get(i).name(), i))
            .toList();
    table.getColumns().setAll(List.of(names));
    table.getColumns().addAll(columns);
    table.getItems().setAll(rows);
  }

  private static TableColumn<RunComparison.ComparisonRow, String> column(String title, int place) {
    TableColumn<RunComparison.ComparisonRow, String> column = new TableColumn<>(title);
    column.setCellValueFactory(
        cell -> new ReadOnlyStringWrapper(cell.getValue().cells().get(place)));
    column.setPrefWidth(225);
    column.setSortable(false);
    return column;
  }
}
