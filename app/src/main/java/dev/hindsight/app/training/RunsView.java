package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.RowMenu;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.render.stage.TextScale;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.ListChangeListener;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import org.kordamp.ikonli.material2.Material2AL;
import org.kordamp.ikonli.material2.Material2MZ;

/// Shows all runs of this machine, one or several side by side, with the actions for a run. FX
/// thread.
final class RunsView extends BorderPane {
  private final WindowContext window;
  private final RunTable table = new RunTable(this::chosen);
  private final RunComparisonPane compare;
  private final Label hint = new Label(wording("RunsView.select_a_run_or_several_to"));
  private final Button resume;
  private final Button record;
  private final Button parent;
  private long asked;

  /// @param resumed receives a run to resume
  /// @param begun receives a checkpoint to start a new run from
  RunsView(WindowContext window, Theme theme, Consumer<RunRecord> resumed, Consumer<String> begun) {
    this.window = window;
    this.compare = new RunComparisonPane(theme);
    resume =
        RunHeader.button(
            "training.resume",
            wording("RunsView.resume"),
            Material2MZ.PLAY_ARROW,
            () -> one().ifPresent(resumed));
    record =
        RunHeader.button(
            "training.best",
            wording("RunsView.record_best"),
            Material2AL.FIBER_MANUAL_RECORD,
            this::recordBest);
    parent =
        RunHeader.button(
            "training.asParent",
            wording("RunsView.continue_from_best"),
            Material2MZ.MODEL_TRAINING,
            () -> one().ifPresent(run -> begun.accept(best(run).toString())));
    Button refresh =
        RunHeader.button(
            "training.refresh", wording("RunsView.refresh"), Material2MZ.REFRESH, this::read);
    hint.getStyleClass().add(Styles.TEXT_MUTED);
    HBox.setHgrow(hint, Priority.ALWAYS);
    hint.setMaxWidth(Double.MAX_VALUE);
    HBox row = new HBox(8, hint, resume, record, parent, refresh);
    row.setAlignment(Pos.CENTER_LEFT);
    row.getStyleClass().add("hs-pane-header");
    RowMenu.on(table.table)
        .button(wording("RunsView.resume"), resume)
        .button(wording("RunsView.record_with_its_best_checkpoint"), record)
        .button(wording("RunsView.continue_from_its_best_checkpoint"), parent);
    SplitPane all = new SplitPane(table, compare);
    all.setOrientation(Orientation.VERTICAL);
    all.setDividerPositions(0.36);
    setTop(row);
    setCenter(all);
    chosen();
  }

  /// Reads the ledger again.
  void read() {
    window
        .background()
        .startHidden(
            wording("RunsView.reading_the_ledger"),
            (_, _) ->
                RunLedger.ofUser().runs().reversed().stream().map(RunTable.RunRow::of).toList(),
            table::show);
  }

  /// Applies the colours of a theme.
  void applyTheme(Theme theme) {
    compare.applyTheme(theme);
  }

  void frame(double seconds) {
    compare.frame(seconds);
  }

  boolean upToDate() {
    return compare.upToDate();
  }

  private Optional<RunRecord> one() {
    List<RunRecord> selected = table.selected();
    return selected.size() == 1 ? Optional.of(selected.getFirst()) : Optional.empty();
  }

  private void chosen() {
    List<RunRecord> selected = table.selected();
    boolean single = selected.size() == 1;
    resume.setDisable(!single || !resumable(selected.getFirst()));
    boolean learned =
        single && selected.getFirst().progress().filter(p -> p.updates() > 0).isPresent();
    record.setDisable(!learned);
    parent.setDisable(!learned);
    if (!selected.isEmpty()) {
      long question = ++asked;
      window
          .background()
          .startHidden(
              wording("RunsView.comparing_runs"),
              (_, _) -> RunComparison.of(selected),
              runComparison -> {
                if (question == asked) {
                  compare.show(runComparison);
                }
              });
    }
  }

  /// Inspecting the process takes a moment, and the run itself checks again before it resumes.
  private static boolean resumable(RunRecord run) {
    return run.ended().map(end -> end.status() != RunStatus.FINISHED).orElse(true);
  }

  private void recordBest() {
    one()
        .ifPresent(run ->
            window
                .background()
                .startHidden(
                    wording("RunsView.searching_for_the_checkpoint"),
                    (_, _) -> Files.exists(best(run)) ? best(run) : latest(run),
                    window::open));
  }

  private static Path best(RunRecord run) {
    return new RunFolder(run.start().folder()).best();
  }

  private static Path latest(RunRecord run) {
    return new RunFolder(run.start().folder()).latest();
  }

  /// Shows runs side by side: their curves in the same charts, their results, and how their
  /// configurations differ. FX thread.
  private static final class RunComparisonPane extends SplitPane {
    private final List<ChartCard> cards;
    private final ChartBoard board;
    private final TableView<RunComparison.ComparisonRow> outcome = table("training.outcome");
    private final TableView<RunComparison.ComparisonRow> configuration =
        table("training.difference");

    RunComparisonPane(Theme theme) {
      cards =
          RunComparison.CHARTS.stream().map(chart -> new ChartCard(chart.kind(), theme)).toList();
      board = new ChartBoard(cards);
      configuration.setPlaceholder(new Label(wording("RunsView.the_settings_are_identical")));
      TabPane tables =
          new TabPane(
              new Tab(wording("RunsView.scores"), outcome),
              new Tab(wording("RunsView.differences"), configuration));
      tables.setAccessibleText(wording("RunsView.comparison"));
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

    private static TableColumn<RunComparison.ComparisonRow, String> column(
        String title, int place) {
      TableColumn<RunComparison.ComparisonRow, String> column = new TableColumn<>(title);
      column.setCellValueFactory(
          cell -> new ReadOnlyStringWrapper(cell.getValue().cells().get(place)));
      column.setPrefWidth(225);
      column.setSortable(false);
      return column;
    }
  }

  /// Lists the runs of the ledger, newest first. FX thread.
  private static final class RunTable extends StackPane {
    private static final DateTimeFormatter WHEN =
        DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ROOT).withZone(ZoneId.systemDefault());

    /// A run, with its status at the time the ledger was read, since finding it out inspects
    /// processes.
    ///
    /// @param status in words
    record RunRow(RunRecord run, String status) {
      static RunRow of(RunRecord run) {
        String words =
            switch (run.status()) {
              case RUNNING -> "running";
              case FINISHED -> "finished";
              case STOPPED -> "stopped";
              case GATE_FAILED -> wording("RunsView.gate_failed");
              case NOT_FINITE -> wording("RunsView.not_finite");
              case FAILED -> "failed";
              case DIED -> "died";
              case ELSEWHERE -> "elsewhere";
            };
        return new RunRow(run, words);
      }
    }

    private final TableView<RunRow> table = new TableView<>();
    private final Map<TableColumn<RunRow, ?>, Double> widths = new LinkedHashMap<>();
    private final TextScale letters = new TextScale(this::widen);

    /// @param chosen runs after every change of the selection
    RunTable(Runnable chosen) {
      table.setId("training.runs");
      table.setAccessibleText(wording("RunsView.runs"));
      table.setPlaceholder(new Label(wording("RunsView.no_runs_yet_set_one_up")));
      table.getStyleClass().addAll("dense", "striped");
      table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
      column("Run", 205, runRow -> runRow.run().id().text());
      column("Preset", 70, runRow -> runRow.run().start().preset());
      column("Status", 90, RunRow::status);
      column("Updates", 95, runRow -> progressWords(runRow, RunTable::updates));
      column(
          wording("RunsView.last_trial"), 80, runRow -> progressWords(runRow, RunTable::lastTrial));
      column("Gain", 65, runRow -> progressWords(runRow, RunTable::gain));
      column(
          wording("RunsView.agent_steps"),
          105,
          runRow -> progressWords(runRow, p -> NumberWords.count(p.agentSteps())));
      column("Started", 105, runRow -> WHEN.format(runRow.run().begun()));
      table
          .getSelectionModel()
          .getSelectedItems()
          .addListener((ListChangeListener<RunRow>) _ -> chosen.run());
      getChildren().addAll(table, letters);
      widen();
    }

    /// Columns cannot be styled: this code scales them with the text.
    private void widen() {
      widths.forEach((column, width) -> column.setPrefWidth(width * letters.factor()));
    }

    /// Shows runs, and keeps the selection.
    ///
    /// @param lines newest first
    void show(List<RunRow> lines) {
      List<String> before = selected().stream().map(run -> run.id().text()).toList();
      table.getItems().setAll(lines);
      for (int i = 0; i < lines.size(); i++) {
        if (before.contains(lines.get(i).run().id().text())) {
          table.getSelectionModel().select(i);
        }
      }
    }

    /// The selected runs, in the order of the table.
    List<RunRecord> selected() {
      return table.getItems().stream()
          .filter(table.getSelectionModel().getSelectedItems()::contains)
          .map(RunRow::run)
          .toList();
    }

    private static String progressWords(RunRow runRow, Function<RunProgress, String> words) {
      return runRow.run().progress().map(words).orElse("–");
    }

    private static String updates(RunProgress progress) {
      return String.format(Locale.ROOT, "%,d / %,d", progress.updates(), progress.updatesInAll());
    }

    private static String lastTrial(RunProgress progress) {
      return progress.recentScores().isEmpty()
          ? "–"
          : NumberWords.exactScore(progress.recentScores().getLast());
    }

    private static String gain(RunProgress progress) {
      return progress.gain().map(NumberWords::exactScoreDifference).orElse("–");
    }

    private void column(String title, double width, Function<RunRow, String> words) {
      TableColumn<RunRow, String> column = new TableColumn<>(title);
      column.setCellValueFactory(cell -> new ReadOnlyStringWrapper(words.apply(cell.getValue())));
      widths.put(column, width);
      column.setReorderable(false);
      table.getColumns().add(column);
    }
  }
}
