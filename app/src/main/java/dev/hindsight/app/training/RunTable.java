package dev.hindsight.app.training;

import dev.hindsight.render.stage.TextScale;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Label;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.StackPane;

/// The runs of the ledger, newest first. FX thread.
final class RunTable extends StackPane {
  private static final DateTimeFormatter WHEN =
      DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ROOT).withZone(ZoneId.systemDefault());

  /// A run, with its status as it was when the ledger was read: asking looks at processes.
  ///
  /// @param status in words
  record RunRow(RunRecord run, String status) {
    static RunRow of(RunRecord run) {
      String words =
          switch (run.status()) {
            case RUNNING -> "running";
            case FINISHED -> "finished";
            case STOPPED -> "stopped";
            case GATE_FAILED -> "gate failed";
            case NOT_FINITE -> "not finite";
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

  /// @param chosen is told of every change of what is selected
  RunTable(Runnable chosen) {
    table.setId("training.runs");
    table.setAccessibleText("Runs");
    table.setPlaceholder(new Label("No runs yet. Set one up and press Train."));
    table.getStyleClass().addAll("dense", "striped");
    table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    column("Run", 205, runRow -> runRow.run().id().text());
    column("Preset", 70, runRow -> runRow.run().start().preset());
    column("Status", 90, RunRow::status);
    column("Updates", 95, runRow -> told(runRow, RunTable::updates));
    column("Last trial", 80, runRow -> told(runRow, RunTable::lastTrial));
    column("Gain", 65, runRow -> told(runRow, RunTable::gain));
    column("Agent steps", 105, runRow -> told(runRow, p -> NumberWords.count(p.agentSteps())));
    column("Started", 105, runRow -> WHEN.format(runRow.run().begun()));
    table
        .getSelectionModel()
        .getSelectedItems()
        .addListener((ListChangeListener<RunRow>) _ -> chosen.run());
    getChildren().addAll(table, letters);
    widen();
  }

  /// Columns have no style: they follow the size of words here.
  private void widen() {
    widths.forEach((column, width) -> column.setPrefWidth(width * letters.factor()));
  }

  /// Shows runs; those that were selected stay so.
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

  /// The runs selected, in the order of the table.
  List<RunRecord> selected() {
    return table.getItems().stream()
        .filter(table.getSelectionModel().getSelectedItems()::contains)
        .map(RunRow::run)
        .toList();
  }

  private static String told(RunRow runRow, Function<RunProgress, String> words) {
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
    return progress.adaDelta().map(NumberWords::exactGain).orElse("–");
  }

  private void column(String title, double width, Function<RunRow, String> words) {
    TableColumn<RunRow, String> column = new TableColumn<>(title);
    column.setCellValueFactory(cell -> new ReadOnlyStringWrapper(words.apply(cell.getValue())));
    widths.put(column, width);
    column.setReorderable(false);
    table.getColumns().add(column);
  }
}
