package dev.hindsight.app.replay;

import dev.hindsight.app.fx.ScaledColumns;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/// A table of a replay buffer, sorted by numbers. FX thread.
abstract class ReplayTable<R> extends StackPane {
  private final TableView<R> table = new TableView<>();
  private final ScaledColumns<R> columns = new ScaledColumns<>(table);

  /// @param title for screen readers
  /// @param placeholder shown while there are no rows
  ReplayTable(String id, String title, String placeholder) {
    table.setId(id);
    table.setAccessibleText(title);
    table.setPlaceholder(new Label(placeholder));
    table.getStyleClass().addAll("dense", "striped");
    getChildren().addAll(table, columns.scale());
  }

  /// The control with the rows.
  final TableView<R> table() {
    return table;
  }

  /// The selected row.
  final Optional<R> selected() {
    return Optional.ofNullable(table.getSelectionModel().getSelectedItem());
  }

  /// Shows other rows, and selects the first one that is to be kept.
  final void show(List<R> rows, Predicate<R> kept) {
    table.getItems().setAll(rows);
    table.sort();
    table.getSelectionModel().clearSelection();
    table.getItems().stream().filter(kept).findFirst().ifPresent(table.getSelectionModel()::select);
  }

  /// Adds a column whose words are made only for the rows that are seen: sorting compares numbers,
  /// and NaN comes last.
  final TableColumn<R, R> column(
      String title, double width, Function<R, String> words, ToDoubleFunction<R> order) {
    TableColumn<R, R> column = new TableColumn<>(title);
    column.setCellValueFactory(cell -> new ReadOnlyObjectWrapper<>(cell.getValue()));
    column.setComparator(Comparator.comparingDouble(order));
    column.setCellFactory(_ ->
        new TableCell<>() {
          @Override
          protected void updateItem(@Nullable R row, boolean empty) {
            super.updateItem(row, empty);
            setText(empty || row == null ? null : words.apply(row));
          }
        });
    columns.add(column, width);
    return column;
  }
}
