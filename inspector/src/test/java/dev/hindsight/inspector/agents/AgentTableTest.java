package dev.hindsight.inspector.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import javafx.geometry.Orientation;
import javafx.scene.Scene;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.Region;
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
}
