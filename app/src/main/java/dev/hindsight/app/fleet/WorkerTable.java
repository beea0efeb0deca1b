package dev.hindsight.app.fleet;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.ScaledColumns;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.FleetState.WorkerStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/// Lists the workers of a run; the selected one stays selected while their numbers change. FX
/// thread.
final class WorkerTable extends StackPane {
  private final TableView<WorkerRow> table = new TableView<>();
  private final ScaledColumns<WorkerRow> columns = new ScaledColumns<>(table);

  /// A worker, and the fleet it belongs to.
  record WorkerRow(WorkerStatus worker, FleetState state) {
    boolean stale() {
      return state.stale(worker);
    }
  }

  WorkerTable() {
    table.setId("fleet.workers");
    table.setAccessibleText(wording("WorkerTable.workers"));
    Label nothing = new Label(wording("WorkerTable.no_workers"));
    nothing.setWrapText(true);
    table.setPlaceholder(nothing);
    table.getStyleClass().addAll("dense", "striped");
    column(
        wording("WorkerTable.worker"),
        80,
        (worker, _) -> FleetText.worker(worker.worker()),
        Comparator.comparingLong(WorkerStatus::worker));
    column(
        wording("WorkerTable.host"),
        190,
        (worker, _) -> FleetText.host(worker),
        Comparator.comparing(WorkerStatus::host));
    column(
        wording("WorkerTable.state"),
        170,
        FleetText::phase,
        Comparator.comparing(WorkerStatus::phase));
    column(
        wording("WorkerTable.version"),
        80,
        (worker, _) -> Long.toString(worker.version()),
        Comparator.comparingLong(WorkerStatus::version));
    column(
        wording("WorkerTable.lag"),
        55,
        (worker, _) -> "" + worker.lag(),
        Comparator.comparingLong(WorkerStatus::lag));
    column(
        wording("WorkerTable.steps_per_second"),
        115,
        (worker, _) -> FleetText.speed(worker.stepsPerSecond()),
        Comparator.comparingDouble(WorkerStatus::stepsPerSecond));
    column(
        wording("WorkerTable.memory"),
        160,
        (worker, _) -> FleetText.memory(worker),
        Comparator.comparingLong(WorkerStatus::memory));
    column(
        wording("WorkerTable.generation"),
        95,
        (worker, _) -> "" + worker.generation(),
        Comparator.comparingLong(WorkerStatus::generation));
    column(
        wording("WorkerTable.last_sign_of_life"),
        130,
        (worker, _) -> FleetText.ago(worker.silent()),
        Comparator.comparingDouble(WorkerStatus::silent));
    getChildren().addAll(table, columns.scale());
  }

  /// The control with the rows.
  TableView<WorkerRow> table() {
    return table;
  }

  /// Number of the selected worker.
  OptionalInt selected() {
    WorkerRow row = table.getSelectionModel().getSelectedItem();
    return row == null ? OptionalInt.empty() : OptionalInt.of(row.worker().worker());
  }

  /// Shows the workers of a fleet.
  void show(Optional<FleetState> state) {
    List<WorkerRow> rows =
        state
            .map(fleet ->
                fleet.workers().stream().map(worker -> new WorkerRow(worker, fleet)).toList())
            .orElse(List.of());
    OptionalInt before = selected();
    table.getItems().setAll(rows);
    table.sort();
    table.getSelectionModel().clearSelection();
    before.ifPresent(number ->
        table.getItems().stream()
            .filter(row -> row.worker().worker() == number)
            .findFirst()
            .ifPresent(table.getSelectionModel()::select));
  }

  private void column(
      String title,
      double width,
      BiFunction<WorkerStatus, FleetState, String> words,
      Comparator<WorkerStatus> order) {
    TableColumn<WorkerRow, WorkerRow> column = new TableColumn<>(title);
    column.setCellValueFactory(cell -> new ReadOnlyObjectWrapper<>(cell.getValue()));
    column.setComparator(Comparator.comparing(WorkerRow::worker, order));
    column.setCellFactory(_ ->
        new TableCell<>() {
          @Override
          protected void updateItem(@Nullable WorkerRow row, boolean empty) {
            super.updateItem(row, empty);
            setText(empty || row == null ? null : words.apply(row.worker(), row.state()));
            getStyleClass().removeAll("hs-stale", Styles.TEXT_BOLD);
            if (row != null && !empty && row.stale()) {
              getStyleClass().addAll("hs-stale", Styles.TEXT_BOLD);
            }
          }
        });
    columns.add(column, width);
  }
}
