package dev.hindsight.inspector.action;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.Mouse;
import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.render.stage.Toolkit;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.EditWords;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.AgentNames;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.control.Label;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The grid is laid out as the vehicle is steered: what is to the left is on the left.
class ActionGridTest {
  @TempDir private static Path folder;

  @Test
  void leftIsOnTheLeftAndFasterIsUp() throws Exception {
    List<String> told = pointedAt(new double[][] {{0.1, 0.1}, {0.97, 0.1}, {0.1, 0.7}});

    assertTrue(told.get(0).startsWith("accelerate 4 m/s², steer left 1 rad"), told.get(0));
    assertTrue(told.get(1).startsWith("accelerate 4 m/s², steer right 1 rad"), told.get(1));
    assertTrue(told.get(2).startsWith("brake 4 m/s², steer left 1 rad"), told.get(2));
  }

  @Test
  void theCellThatIsNamedIsTheOneThatIsProposed() throws Exception {
    try (Rollout rollout = open()) {
      List<Edit> proposed =
          Toolkit.onFx(() -> {
            try (PanelUnderTest panel = shown(rollout)) {
              Region grid = panel.find("action.grid", Region.class);
              Mouse.send(grid, MouseEvent.MOUSE_CLICKED, place(grid, 0.1, 0.1), 2);
              return List.copyOf(panel.proposed());
            }
          });

      assertEquals(1, proposed.size());
      assertTrue(
          EditWords.of(proposed, rollout.manifest(), AgentNames.of(rollout))
              .contains("accelerate 4 m/s², steer left 1 rad"),
          proposed.toString());
    }
  }

  private static List<String> pointedAt(double[][] places) throws Exception {
    try (Rollout rollout = open()) {
      return Toolkit.onFx(() -> {
        try (PanelUnderTest panel = shown(rollout)) {
          Region grid = panel.find("action.grid", Region.class);
          return Arrays.stream(places)
              .map(at -> {
                Mouse.send(grid, MouseEvent.MOUSE_MOVED, place(grid, at[0], at[1]));
                return panel.find("action.figures", Label.class).getText();
              })
              .toList();
        }
      });
    }
  }

  private static Point2D place(Region grid, double x, double y) {
    Bounds bounds = grid.localToScene(grid.getLayoutBounds());
    return new Point2D(
        bounds.getMinX() + x * bounds.getWidth(), bounds.getMinY() + y * bounds.getHeight());
  }

  private static PanelUnderTest shown(Rollout rollout) {
    PanelUnderTest panel = new PanelUnderTest(new ActionPanelType(), rollout);
    panel.show(2, 0);
    panel.work();
    panel.show(2, 0);
    return panel;
  }

  private static Rollout open() throws Exception {
    return Rollouts.open(SampleRecordings.drive(folder, "intersection-1", Map.of(), 6));
  }
}
