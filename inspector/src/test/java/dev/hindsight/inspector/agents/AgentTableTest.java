package dev.hindsight.inspector.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Comparator;
import java.util.List;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentTableTest {
  private static final Rollout ROLLOUT =
      new MemoryRollout("toy", 3, 10, 1).with("collision", Dtype.I1, (_, _) -> 0, 3);

  /// In panes 300 to 900 wide: all columns have the width they need, they share the rest, and if
  /// not all are visible there is a scroll bar.
  @ParameterizedTest
  @ValueSource(doubles = {300, 415, 470, 520, 900})
  void noColumnIsCutOffWithoutABarToMoveBy(double width) throws Exception {
    HeadlessToolkit.onFx(() -> {
      AgentTable agents = new AgentTable(ROLLOUT, _ -> {});
      Scene scene = new Scene(agents, width, 220);
      agents.show(AgentHistory.read(ROLLOUT, new Cancellation()).at(3), 1);
      scene.snapshot(null);
      scene.snapshot(null);
      TableView<?> table = (TableView<?>) agents.lookup("#agents");

      double sum = 0;
      for (TableColumn<?, ?> column : table.getColumns()) {
        assertTrue(column.getWidth() >= column.getMinWidth(), column.getText());
        sum += column.getWidth();
      }
      double seen = ((Region) table.lookup(".clipped-container")).getWidth();
      assertEquals(sum > seen, across(table).isVisible(), sum + " of " + seen);
      assertTrue(sum > width - 24, "it is filled: " + sum);
      return true;
    });
  }

  private static ScrollBar across(TableView<?> table) {
    return table.lookupAll(".scroll-bar").stream()
        .map(ScrollBar.class::cast)
        .filter(bar -> bar.getOrientation() == Orientation.HORIZONTAL)
        .findFirst()
        .orElseThrow();
  }

  /// Agent 0 reaches a goal ten times, agent 1 nine times, agent 2 never.
  private static final Rollout GOALS =
      new MemoryRollout("toy", 3, 40, 1)
          .with("goal_reached", Dtype.BOOL, (t, a) -> a < 2 && t < 20 - 2 * a ? t % 2 : 0, 3);

  @Test
  void aColumnOfCountsIsSortedByNumber() throws Exception {
    HeadlessToolkit.onFx(() -> {
      AgentTable agents = shown(GOALS, 39);
      TableView<?> table = (TableView<?>) agents.lookup("#agents");
      sortBy(table, "Goals");
      agents.applyCss();
      agents.layout();

      assertEquals(List.of("≥ 0", "≥ 9", "≥ 10"), column(table, "Goals"));
      return true;
    });
  }

  @Test
  void whereTheRecordingDoesNotTellGoalsNoneAreCounted() throws Exception {
    HeadlessToolkit.onFx(() -> {
      TableView<?> table = (TableView<?>) shown(ROLLOUT, 3).lookup("#agents");
      List<String> titles = table.getColumns().stream().map(TableColumn::getText).toList();

      assertFalse(titles.contains("Goals"), titles.toString());
      assertFalse(titles.contains("In trial"), titles.toString());
      return true;
    });
  }

  /// If one cell needed a layout, JavaFX would rebuild all rows.
  @Test
  void aNewTickChangesCellsOnly() throws Exception {
    HeadlessToolkit.onFx(() -> {
      AgentTable agents = shown(GOALS, 1);
      TableView<?> table = (TableView<?>) agents.lookup("#agents");
      List<String> before = column(table, "Goals");
      agents.show(AgentHistory.read(GOALS, new Cancellation()).at(9), 1);

      assertNotEquals(before, column(table, "Goals"));
      for (Node cell : table.lookupAll(".indexed-cell")) {
        assertFalse(((Parent) cell).isNeedsLayout(), cell.toString());
      }
      return true;
    });
  }

  private static AgentTable shown(Rollout recording, int tick) {
    AgentTable agents = new AgentTable(recording, _ -> {});
    Scene scene = new Scene(agents, 900, 220);
    agents.show(AgentHistory.read(recording, new Cancellation()).at(tick), 1);
    scene.snapshot(null);
    scene.snapshot(null);
    return agents;
  }

  private static <R> void sortBy(TableView<R> table, String title) {
    table.getColumns().stream()
        .filter(column -> column.getText().equals(title))
        .forEach(column -> table.getSortOrder().add(column));
  }

  /// What a column shows, from top to bottom.
  private static List<String> column(TableView<?> table, String title) {
    return table.lookupAll(".table-cell").stream()
        .<TableCell<?, ?>>map(TableCell.class::cast)
        .filter(cell -> !cell.isEmpty() && cell.getTableColumn().getText().equals(title))
        .sorted(Comparator.comparingInt(TableCell::getIndex))
        .map(TableCell::getAccessibleText)
        .toList();
  }
}
