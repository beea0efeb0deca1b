package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.figure.FigureExport;
import dev.hindsight.app.figure.FigureFile;
import dev.hindsight.app.model.Store;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;

/// Shows runs side by side: their curves in the same charts, their results, and how their settings
/// differ. Runs that differ only in their seed can be one curve. FX thread.
final class RunComparisonPane extends SplitPane {
  private final WindowContext window;
  private final Store<ChartOptions, UnaryOperator<ChartOptions>> options;
  private final Map<String, ChartCard> cards = new HashMap<>();
  private final ChartBoard board;
  private final CurveLegend legend;
  private final CheckBox group = new CheckBox(wording("RunComparisonPane.seeds_as_one"));
  private final WordedChoiceBox<String> metrics =
      new WordedChoiceBox<>(
          "charts.metrics", wording("RunComparisonPane.metrics"), RunComparisonPane::metricWords);
  private final MenuButton export = new MenuButton(wording("RunComparisonPane.export_figure"));
  private final TableView<RunComparison.ComparisonRow> outcome = table("training.outcome");
  private final TableView<RunComparison.ComparisonRow> configuration = table("training.difference");
  private final Runnable unwatch;
  private Theme theme;
  private List<RunGroup.Measured> runs = List.of();
  private Map<String, List<String>> offered = Map.of();

  /// Whether the newest question was about groups.
  private boolean arranged;

  /// The newest question to a background job: an older answer does not count.
  private long asked;

  /// What a background job computes.
  ///
  /// @param titles of the groups, which say what their means cover: a pass over all updates
  private record Answer(
      RunComparison comparison,
      List<RunComparison.Overlaid> charts,
      List<ChartCurves> curves,
      List<String> titles) {}

  /// What a background job reads.
  private record Files(List<RunGroup.Measured> runs, SequencedMap<String, List<String>> metrics) {}

  RunComparisonPane(
      WindowContext window, Theme theme, Store<ChartOptions, UnaryOperator<ChartOptions>> options) {
    this.window = window;
    this.theme = theme;
    this.options = options;
    board = new ChartBoard(List.of(), options);
    legend = new CurveLegend(theme);
    group.setId("charts.group");
    group.setMinWidth(Region.USE_PREF_SIZE);
    group.setAccessibleHelp(wording("RunComparisonPane.seeds_as_one_help"));
    group.setOnAction(_ -> options.send(ChartOptions::regrouped));
    metrics.offer(List.of(RunComparison.KEY_FIGURES), RunComparison.KEY_FIGURES, _ -> {});
    metrics.getStyleClass().add("hs-charts-metrics");
    export.setId("charts.figure");
    export.setMinWidth(Region.USE_PREF_SIZE);
    export.setAccessibleHelp(wording("RunComparisonPane.export_figure_help"));
    export.setDisable(true);
    board.addTools(group, metrics, export);
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
    BorderPane charts = new BorderPane(board);
    charts.setBottom(legend);
    getItems().addAll(charts, tables);
    setDividerPositions(0.62);
    unwatch =
        options.watch(now -> {
          group.setSelected(now.grouped());
          if (arranged != now.grouped()) {
            arranged = now.grouped();
            arrange();
          }
        });
  }

  /// Compares other runs: reads their files in the background.
  void compare(List<RunRecord> selected) {
    long question = ++asked;
    window
        .background()
        .startHidden(
            wording("RunComparisonPane.comparing_runs"),
            (_, _) -> {
              List<RunGroup.Measured> read = RunComparison.read(selected);
              return new Files(read, RunComparison.metrics(read));
            },
            files -> {
              if (question == asked) {
                runs = files.runs();
                offered = files.metrics();
                List<String> all = new ArrayList<>(List.of(RunComparison.KEY_FIGURES));
                all.addAll(offered.keySet());
                if (!all.equals(metrics.getItems())) {
                  metrics.keep(all, this::arrange);
                }
                arrange();
              }
            });
  }

  /// Computes curves and tables in the background, and shows them.
  private void arrange() {
    if (runs.isEmpty()) {
      return;
    }
    List<RunGroup.Measured> compared = runs;
    RunGroup.Grouping grouping =
        options.state().grouped() ? RunGroup.Grouping.BY_SETTINGS : RunGroup.Grouping.APART;
    List<RunComparison.Overlaid> charts = charts();
    long question = ++asked;
    window
        .background()
        .startHidden(
            wording("RunComparisonPane.comparing_runs"),
            (_, _) -> {
              RunComparison comparison = new RunComparison(RunGroup.of(compared, grouping));
              List<ToDoubleFunction<UpdateReport>> numbers =
                  charts.stream().map(RunComparison.Overlaid::number).toList();
              return new Answer(
                  comparison,
                  charts,
                  charts.stream().map(comparison::curves).toList(),
                  comparison.groups().stream().map(group -> group.title(numbers)).toList());
            },
            answer -> {
              if (question == asked) {
                show(answer);
              }
            });
  }

  /// The charts that the user has chosen.
  private List<RunComparison.Overlaid> charts() {
    String kind = metrics.chosen().orElse(RunComparison.KEY_FIGURES);
    return kind.equals(RunComparison.KEY_FIGURES) || !offered.containsKey(kind)
        ? RunComparison.CHARTS
        : offered.get(kind).stream().map(RunComparison::of).toList();
  }

  private void show(Answer answer) {
    List<ChartCard> shown = new ArrayList<>();
    List<MenuItem> figures = new ArrayList<>();
    for (int i = 0; i < answer.charts().size(); i++) {
      ChartCard card = card(answer.charts().get(i).kind());
      card.show(answer.curves().get(i));
      if (answer.curves().get(i).measured()) {
        shown.add(card);
        figures.add(figure(answer.comparison(), answer.charts().get(i)));
      }
    }
    board.show(shown, nothing());
    export.getItems().setAll(figures);
    export.setDisable(figures.isEmpty());
    RunComparison comparison = answer.comparison();
    legend.show(answer.titles());
    fill(outcome, comparison, comparison.outcome());
    fill(configuration, comparison, comparison.configuration());
  }

  /// What the charts say if there are none.
  private String nothing() {
    return offered.isEmpty()
        ? wording("RunComparisonPane.no_measurements")
        : wording("RunComparisonPane.no_key_figures");
  }

  /// Writes a chart as it is shown.
  private MenuItem figure(RunComparison comparison, RunComparison.Overlaid chart) {
    String title = chart.kind().title();
    MenuItem item = new MenuItem(title + "…");
    item.setMnemonicParsing(false);
    item.setOnAction(_ -> {
      ChartOptions now = options.state();
      FigureExport.save(
          window,
          title,
          file ->
              RunFigure.of(comparison, chart, now.axis(), now.smoothing())
                  .write(file, FigureFile.Width.COLUMN));
    });
    return item;
  }

  private ChartCard card(ChartKind kind) {
    ChartCard known = cards.get(kind.id());
    if (known == null) {
      known = new ChartCard(kind, theme, ChartCard.Legend.ELSEWHERE);
      cards.put(kind.id(), known);
      board.add(known);
    }
    return known;
  }

  void applyTheme(Theme other) {
    theme = other;
    board.applyTheme(other);
    legend.applyTheme(other);
  }

  void frame(double seconds) {
    board.frame(seconds);
  }

  boolean upToDate() {
    return board.upToDate();
  }

  void close() {
    unwatch.run();
    board.close();
  }

  private static String metricWords(String kind) {
    return kind.equals(RunComparison.KEY_FIGURES) ? wording("RunComparisonPane.key_figures") : kind;
  }

  private static TableView<RunComparison.ComparisonRow> table(String id) {
    TableView<RunComparison.ComparisonRow> table = new TableView<>();
    table.setId(id);
    table.getStyleClass().addAll("dense", "striped");
    return table;
  }

  private static void fill(
      TableView<RunComparison.ComparisonRow> table,
      RunComparison comparison,
      List<RunComparison.ComparisonRow> rows) {
    TableColumn<RunComparison.ComparisonRow, String> names = new TableColumn<>("");
    names.setCellValueFactory(cell -> new ReadOnlyStringWrapper(cell.getValue().name()));
    names.setPrefWidth(150);
    List<TableColumn<RunComparison.ComparisonRow, String>> columns =
        IntStream.range(0, comparison.groups().size())
            .mapToObj(i -> column(comparison.groups().get(i).name(), i))
            .toList();
    List<String> before = titles(table);
    table.getColumns().setAll(List.of(names));
    table.getColumns().addAll(columns);
    table.getItems().setAll(rows);
    if (!titles(table).equals(before)) {
      // A table of other runs would begin a part of a row further down.
      table.scrollTo(0);
    }
  }

  private static List<String> titles(TableView<?> table) {
    return table.getColumns().stream().map(TableColumn::getText).toList();
  }

  private static TableColumn<RunComparison.ComparisonRow, String> column(String title, int place) {
    TableColumn<RunComparison.ComparisonRow, String> column = new TableColumn<>(title);
    column.setCellValueFactory(
        cell -> new ReadOnlyStringWrapper(cell.getValue().cells().get(place)));
    column.setPrefWidth(265);
    column.setSortable(false);
    return column;
  }
}
