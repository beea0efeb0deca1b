package dev.hindsight.app.training;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.settings.Theme;
import java.util.List;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;

/// Runs beside each other: their curves in the same charts, what came of them, and where their
/// configurations differ. FX thread.
final class ComparePane extends SplitPane {
  private final List<ChartCard> cards;
  private final ChartBoard board;
  private final TableView<Comparison.Row> outcome = table("training.outcome");
  private final TableView<Comparison.Row> configuration = table("training.difference");

  ComparePane(Theme theme) {
    cards = Comparison.CHARTS.stream().map(chart -> new ChartCard(chart.kind(), theme)).toList();
    board = new ChartBoard(cards);
    configuration.setPlaceholder(new Label("They are configured alike"));
    TabPane tables = new TabPane(new Tab("Scores", outcome), new Tab("Differences", configuration));
    tables.setAccessibleText("Comparison");
    tables.setTabClosingPolicy(TabPane.TabClosingPolicy.UNAVAILABLE);
    tables.getStyleClass().add(Styles.DENSE);
    tables.getStyleClass().add("hs-run-side");
    getItems().addAll(board, tables);
    setDividerPositions(0.62);
  }

  void show(Comparison comparison) {
    for (int i = 0; i < cards.size(); i++) {
      cards.get(i).show(comparison.curves(Comparison.CHARTS.get(i)));
    }
    fill(outcome, comparison, comparison.outcome());
    fill(configuration, comparison, comparison.configuration());
  }

  void dress(Theme theme) {
    board.dress(theme);
  }

  void frame(double seconds) {
    board.frame(seconds);
  }

  boolean upToDate() {
    return board.upToDate();
  }

  private static TableView<Comparison.Row> table(String id) {
    TableView<Comparison.Row> table = new TableView<>();
    table.setId(id);
    table.getStyleClass().addAll("dense", "striped");
    return table;
  }

  private static void fill(
      TableView<Comparison.Row> table, Comparison comparison, List<Comparison.Row> rows) {
    TableColumn<Comparison.Row, String> names = new TableColumn<>("");
    names.setCellValueFactory(cell -> new ReadOnlyStringWrapper(cell.getValue().name()));
    names.setPrefWidth(150);
    List<TableColumn<Comparison.Row, String>> columns =
        IntStream.range(0, comparison.runs().size())
            .mapToObj(i -> column(comparison.runs().get(i).name(), i))
            .toList();
    table.getColumns().setAll(List.of(names));
    table.getColumns().addAll(columns);
    table.getItems().setAll(rows);
  }

  private static TableColumn<Comparison.Row, String> column(String title, int place) {
    TableColumn<Comparison.Row, String> column = new TableColumn<>(title);
    column.setCellValueFactory(
        cell -> new ReadOnlyStringWrapper(cell.getValue().cells().get(place)));
    column.setPrefWidth(225);
    column.setSortable(false);
    return column;
  }
}
