package dev.hindsight.app.fx;

import dev.hindsight.render.stage.TextScale;
import java.util.LinkedHashMap;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;

/// The columns of a table, as wide as the size of the text asks for: style sheets cannot say so. FX
/// thread.
///
/// @param <R> the rows
public final class ScaledColumns<R> {
  private final TableView<R> table;
  private final Map<TableColumn<R, ?>, Double> widths = new LinkedHashMap<>();
  private final TextScale letters = new TextScale(this::widen);

  /// The columns of a table.
  public ScaledColumns(TableView<R> table) {
    this.table = table;
  }

  /// An invisible node that belongs beside the table.
  public Node scale() {
    return letters;
  }

  /// Adds a column at the end, which the user cannot move.
  ///
  /// @param width at the usual size of the text
  public void add(TableColumn<R, ?> column, double width) {
    column.setReorderable(false);
    widths.put(column, width);
    table.getColumns().add(column);
    column.setPrefWidth(width * letters.factor());
  }

  /// Removes all columns.
  public void clear() {
    widths.clear();
    table.getSortOrder().clear();
    table.getColumns().clear();
  }

  private void widen() {
    widths.forEach((column, width) -> column.setPrefWidth(width * letters.factor()));
  }
}
