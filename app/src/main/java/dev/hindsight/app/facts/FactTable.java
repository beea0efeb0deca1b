package dev.hindsight.app.facts;

import java.util.List;
import java.util.function.Function;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/// Facts as a table whose rows stay while their values change. FX thread.
public final class FactTable extends StackPane {
  private final TableView<SimpleObjectProperty<Fact>> table = new TableView<>();

  /// An empty table.
  public FactTable() {
    table.setId("facts");
    table.setAccessibleText("Values at the cursor");
    table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
    table.setPlaceholder(new Label("No values"));
    table.getStyleClass().addAll("dense", "striped");
    column("Column", 120, Fact::name);
    column("Value", 230, Fact::value);
    column("Unit", 60, Fact::unit);
    table.setRowFactory(_ -> new Row());
    getChildren().add(table);
  }

  /// Shows facts; of the same columns as before, only values that changed are drawn again.
  public void show(List<Fact> facts) {
    if (table.getItems().size() == facts.size()) {
      for (int i = 0; i < facts.size(); i++) {
        table.getItems().get(i).set(facts.get(i));
      }
    } else {
      table.getItems().setAll(facts.stream().map(SimpleObjectProperty::new).toList());
    }
  }

  private void column(String title, double width, Function<Fact, String> words) {
    TableColumn<SimpleObjectProperty<Fact>, String> column = new TableColumn<>(title);
    column.setCellValueFactory(cell -> cell.getValue().map(words).orElse(""));
    column.setPrefWidth(width);
    column.setSortable(false);
    column.setReorderable(false);
    table.getColumns().add(column);
  }

  /// Says on hovering what a column holds.
  private static final class Row extends TableRow<SimpleObjectProperty<Fact>> {
    @Override
    protected void updateItem(@Nullable SimpleObjectProperty<Fact> fact, boolean empty) {
      super.updateItem(fact, empty);
      boolean silent = empty || fact == null || fact.get().doc().isEmpty();
      setTooltip(silent || fact == null ? null : new Tooltip(fact.get().doc()));
    }
  }
}
