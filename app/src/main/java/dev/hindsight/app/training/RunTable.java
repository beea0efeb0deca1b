package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.fx.ScaledColumns;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.ledger.CheckpointHistory;
import dev.hindsight.trainer.run.ledger.ListedRun;
import dev.hindsight.trainer.run.ledger.RunFilter;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLabel;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunTrash;
import dev.hindsight.trainer.text.Sentences;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Label;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.Tooltip;
import javafx.scene.control.cell.TextFieldTableCell;
import javafx.scene.layout.StackPane;
import javafx.util.converter.DefaultStringConverter;
import org.jspecify.annotations.Nullable;

/// Lists the runs of the ledger that pass a filter, newest first; names, tags and notes are edited
/// in their cells. FX thread.
final class RunTable extends StackPane {
  private static final DateTimeFormatter WHEN =
      DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ROOT).withZone(ZoneId.systemDefault());

  /// A run, with what its folder held when the ledger was read.
  ///
  /// @param bytes of its folder
  /// @param versions number of earlier versions of its policy
  /// @param versionBytes of these
  record RunRow(ListedRun run, long bytes, int versions, long versionBytes) {
    /// Reads a run's folder: on a background thread.
    static RunRow of(ListedRun run) {
      List<CheckpointHistory.Version> versions = versions(run.record());
      return new RunRow(
          run,
          RunTrash.bytes(run.record()),
          versions.size(),
          versions.stream().mapToLong(CheckpointHistory.Version::bytes).sum());
    }

    private static List<CheckpointHistory.Version> versions(RunRecord run) {
      try {
        return CheckpointHistory.versions(RunFolder.of(run));
      } catch (Problem _) {
        // A folder without permissions is listed, too.
        return List.of();
      }
    }

    /// All runs of the ledger, newest first: on a background thread.
    static List<RunRow> all() {
      return ListedRun.all(RunLedger.ofUser()).stream().map(RunRow::of).toList();
    }
  }

  /// Receives the change of a run's label.
  @FunctionalInterface
  interface LabelEdit {
    void change(RunRecord run, UnaryOperator<RunLabel> edit);
  }

  private final TableView<RunRow> table = new TableView<>();
  private final ScaledColumns<RunRow> columns = new ScaledColumns<>(table);
  private final TableColumn<RunRow, String> name;
  private final TableColumn<RunRow, String> tags;
  private final TableColumn<RunRow, String> note;
  private List<RunRow> all = List.of();
  private RunFilter filter = RunFilter.ALL;

  /// @param chosen runs after every change of the selection
  /// @param edits receives what the user writes into a cell
  RunTable(Runnable chosen, LabelEdit edits) {
    table.setId("training.runs");
    table.setAccessibleText(wording("RunTable.runs"));
    table.setPlaceholder(new Label(wording("RunTable.no_runs_yet_set_one_up")));
    table.getStyleClass().addAll("dense", "striped");
    table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
    table.setEditable(true);
    name = column("Name", 265, row -> row.run().title());
    tags = column("Tags", 110, row -> String.join(" ", row.run().label().tags()));
    column("Preset", 70, row -> row.run().record().start().preset());
    column("Status", 90, row -> row.run().status().words());
    explained(column("Alarms", 175, RunTable::alarms), RunTable::causes);
    ordered(
        "Updates",
        125,
        row -> progressWords(row, RunTable::updates),
        row -> progressNumber(row, progress -> (double) progress.updates()));
    ordered(
        wording("RunTable.last_trial"),
        80,
        row -> progressWords(row, RunTable::lastTrial),
        row ->
            progressNumber(
                row,
                progress ->
                    progress.recentScores().isEmpty()
                        ? Double.NaN
                        : progress.recentScores().getLast()));
    ordered(
        "Gain",
        65,
        row -> progressWords(row, RunTable::gain),
        row -> progressNumber(row, progress -> progress.gain().orElse(Double.NaN)));
    ordered(
        wording("RunTable.return"),
        80,
        row -> progressWords(row, RunTable::earned),
        row -> progressNumber(row, progress -> progress.recentReturn().orElse(Double.NaN)));
    ordered(
        wording("RunTable.agent_steps"),
        105,
        row -> progressWords(row, progress -> NumberWords.count(progress.agentSteps())),
        row -> progressNumber(row, progress -> (double) progress.agentSteps()));
    ordered(
        "Started",
        105,
        row -> WHEN.format(row.run().record().begun()),
        row -> (double) row.run().record().begun().toEpochMilli());
    ordered(
        wording("RunTable.on_disk"),
        80,
        row -> NumberWords.bytes(row.bytes()),
        row -> (double) row.bytes());
    ordered(
        wording("RunTable.versions"), 165, RunTable::versions, row -> (double) row.versionBytes());
    note = column("Note", 200, row -> row.run().label().note().replace('\n', ' '));
    column("Id", 245, row -> row.run().record().id().text());
    editable(name, edits, RunTable::named);
    editable(tags, edits, RunTable::tagged);
    editable(note, edits, (_, text) -> label -> label.noted(text));
    table
        .getSelectionModel()
        .getSelectedItems()
        .addListener((ListChangeListener<RunRow>) _ -> chosen.run());
    getChildren().addAll(table, columns.scale());
  }

  /// The control with the rows.
  TableView<RunRow> table() {
    return table;
  }

  /// Shows other runs.
  ///
  /// @param rows newest first
  void show(List<RunRow> rows) {
    all = List.copyOf(rows);
    refill();
  }

  /// Shows only the runs that pass.
  void filter(RunFilter other) {
    filter = other;
    refill();
  }

  /// How many runs the filter hides.
  int hidden() {
    return all.size() - table.getItems().size();
  }

  private void refill() {
    List<String> before = selected().stream().map(run -> run.id().text()).toList();
    List<RunRow> rows = all.stream().filter(row -> filter.test(row.run())).toList();
    table.setPlaceholder(
        new Label(
            all.isEmpty()
                ? wording("RunTable.no_runs_yet_set_one_up")
                : wording("RunTable.no_run_passes_the_filter")));
    table.getItems().setAll(rows);
    table.sort();
    for (int i = 0; i < table.getItems().size(); i++) {
      if (before.contains(table.getItems().get(i).run().record().id().text())) {
        table.getSelectionModel().select(i);
      }
    }
  }

  /// Selects one run, if the table shows it.
  void select(String id) {
    table.getSelectionModel().clearSelection();
    for (int i = 0; i < table.getItems().size(); i++) {
      if (table.getItems().get(i).run().record().id().text().equals(id)) {
        table.getSelectionModel().select(i);
        table.scrollTo(i);
      }
    }
  }

  /// The selected runs, in the order of the table.
  List<RunRecord> selected() {
    return rows().stream().map(row -> row.run().record()).toList();
  }

  /// The rows of the selected runs, in the order of the table.
  List<RunRow> rows() {
    return table.getItems().stream()
        .filter(table.getSelectionModel().getSelectedItems()::contains)
        .toList();
  }

  /// Lets the user type into a cell of the selected run.
  void editName() {
    edit(name);
  }

  /// As [#editName].
  void editTags() {
    edit(tags);
  }

  /// As [#editName].
  void editNote() {
    edit(note);
  }

  private void edit(TableColumn<RunRow, String> column) {
    int row = table.getSelectionModel().getSelectedIndex();
    if (row >= 0) {
      table.scrollToColumn(column);
      table.layout();
      table.edit(row, column);
    }
  }

  private static String alarms(RunRow row) {
    return row.run().record().alarms().stream()
        .map(RunRecord.RaisedAlarm::kind)
        .collect(Collectors.joining(", "));
  }

  private static String causes(RunRow row) {
    return row.run().record().alarms().stream()
        .map(alarm -> Sentences.complete(alarm.cause()))
        .collect(Collectors.joining("\n"));
  }

  /// The disk use of the versions and its bound.
  private static String versions(RunRow row) {
    return wording(
        "RunTable.versions_of_bound",
        row.versions(),
        NumberWords.bytes(row.versionBytes()),
        row.run().record().start().effective().getOrDefault("run.history_mb", "0"));
  }

  private static String progressWords(RunRow row, Function<RunProgress, String> words) {
    return row.run().record().progress().map(words).orElse("–");
  }

  private static double progressNumber(RunRow row, ToDoubleFunction<RunProgress> number) {
    return row.run().record().progress().stream()
        .mapToDouble(number)
        .findFirst()
        .orElse(Double.NaN);
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

  /// What runs in environments without scores are told apart by.
  static String earned(RunProgress progress) {
    return progress
        .recentReturn()
        .map(value -> NumberWords.decimals(value, 2))
        .orElse(NumberWords.NONE);
  }

  /// The id stands for an empty name.
  private static UnaryOperator<RunLabel> named(RunRow row, String text) {
    return label -> label.named(text.strip().equals(row.run().record().id().text()) ? "" : text);
  }

  /// Adds and removes tags as the user did, on those that the run has by then.
  private static UnaryOperator<RunLabel> tagged(RunRow row, String text) {
    List<String> before = row.run().label().tags();
    List<String> now =
        Stream.of(text.split("[\\s,]+"))
            .map(tag -> tag.startsWith("#") ? tag.substring(1) : tag)
            .filter(tag -> !tag.isEmpty())
            .toList();
    return label -> {
      RunLabel edited = label;
      for (String tag : before) {
        edited = now.contains(tag) ? edited : edited.without(tag);
      }
      for (String tag : now) {
        edited = before.contains(tag) ? edited : edited.tagged(tag);
      }
      return edited;
    };
  }

  private static void editable(
      TableColumn<RunRow, String> column,
      LabelEdit edits,
      BiFunction<RunRow, String, UnaryOperator<RunLabel>> change) {
    column.setEditable(true);
    column.setCellFactory(_ -> new TextFieldTableCell<>(new DefaultStringConverter()));
    column.setOnEditCommit(edit -> {
      if (!edit.getNewValue().equals(edit.getOldValue())) {
        edits.change(
            edit.getRowValue().run().record(),
            change.apply(edit.getRowValue(), edit.getNewValue()));
      }
    });
  }

  /// Gives the cells of a column a longer text.
  private static void explained(
      TableColumn<RunRow, String> column, Function<RunRow, String> words) {
    column.setCellFactory(_ ->
        new TableCell<>() {
          @Override
          protected void updateItem(@Nullable String text, boolean empty) {
            super.updateItem(text, empty);
            TableRow<RunRow> shown = getTableRow();
            RunRow row = shown == null ? null : shown.getItem();
            setText(empty ? null : text);
            String more =
                empty || row == null || text == null || text.isEmpty() ? "" : words.apply(row);
            setTooltip(more.isEmpty() ? null : new Tooltip(more));
            setAccessibleHelp(more);
          }
        });
  }

  private TableColumn<RunRow, String> column(
      String title, double width, Function<RunRow, String> words) {
    TableColumn<RunRow, String> column = new TableColumn<>(title);
    column.setCellValueFactory(cell -> new ReadOnlyStringWrapper(words.apply(cell.getValue())));
    add(column, width);
    return column;
  }

  /// The words of a cell, which sort by a number; NaN, as the largest, where there is none.
  record OrderedWords(String words, double order) implements Comparable<OrderedWords> {
    @Override
    public int compareTo(OrderedWords other) {
      return Double.compare(order, other.order);
    }

    @Override
    public String toString() {
      return words;
    }
  }

  private void ordered(
      String title, double width, Function<RunRow, String> words, ToDoubleFunction<RunRow> order) {
    TableColumn<RunRow, OrderedWords> column = new TableColumn<>(title);
    column.setCellValueFactory(cell ->
        new ReadOnlyObjectWrapper<>(
            new OrderedWords(words.apply(cell.getValue()), order.applyAsDouble(cell.getValue()))));
    add(column, width);
  }

  private void add(TableColumn<RunRow, ?> column, double width) {
    column.setEditable(false);
    columns.add(column, width);
  }
}
