package dev.hindsight.inspector.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.TestMouse;
import dev.hindsight.inspector.live.CheckMenu;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;
import javafx.geometry.Point2D;
import javafx.scene.control.Label;
import javafx.scene.input.MouseEvent;
import javafx.scene.shape.Line;
import org.junit.jupiter.api.Test;

/// The chart panel in use.
class ChartPanelTest {
  private static final int TICKS = 100;

  private static final Rollout ROLLOUT =
      new MemoryRollout("toy", 3, TICKS, 4)
          .with("pose", Dtype.F4, (t, i) -> t + i, 3, 3)
          .with("reward", Dtype.F4, (t, agent) -> 10 * agent + t / 100.0, 3)
          .with("trial", Dtype.I4, (t, _) -> Math.floorDiv(t, 25));

  private static PanelUnderTest panel(int tick, int agent) {
    PanelUnderTest panel = new PanelUnderTest("chart", ROLLOUT);
    show(panel, tick, agent);
    return panel;
  }

  private static void show(PanelUnderTest panel, int tick, int agent) {
    for (int i = 0; i < 3; i++) {
      panel.show(tick, agent);
      panel.work();
    }
  }

  private static String told(PanelUnderTest panel) {
    return panel.find("chart.told", Label.class).getText();
  }

  @Test
  void itBeginsWithTheRewardOfTheSelectedAgentAtTheCursor() throws Exception {
    assertEquals("tick 40: reward, agent 2 20.4", HeadlessToolkit.onFx(() -> told(panel(40, 2))));
  }

  @Test
  void withoutAnAgentItSaysWhatToDo() throws Exception {
    assertEquals(
        "Select an agent to chart its numbers, or choose agents.",
        HeadlessToolkit.onFx(() -> told(panel(40, Moment.NO_AGENT))));
  }

  @Test
  void severalChannelsOfSeveralAgentsStandTogether() throws Exception {
    String told =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = panel(7, 0);
          choose(
              panel,
              "chart.channels",
              ChartChannel.of(ROLLOUT).stream()
                  .filter(channel -> List.of("pose[0]", "reward").contains(channel.title()))
                  .toList());
          choose(panel, "chart.agents", List.of(0, 1));
          show(panel, 7, 0);
          return told(panel);
        });
    assertEquals(
        "tick 7: pose[0], agent 0 7; pose[0], agent 1 10;"
            + " reward, agent 0 0.07; reward, agent 1 10.07",
        told);
  }

  @SuppressWarnings("unchecked") // a menu of what the panel offers
  private static void choose(PanelUnderTest panel, String id, List<?> items) {
    ((CheckMenu<Object>) panel.find(id, CheckMenu.class)).choose(List.copyOf(items));
  }

  @Test
  void aClickSeeksTheTickUnderItAndTheCursorStandsThere() throws Exception {
    HeadlessToolkit.onFx(() -> {
      PanelUnderTest panel = panel(10, 1);
      Line cursor = panel.find("chart.cursor", Line.class);
      double ten = cursor.getStartX();
      show(panel, 60, 1);
      double sixty = cursor.getStartX();
      double perTick = (sixty - ten) / 50;
      assertTrue(perTick > 1, "a tick is " + perTick + " wide");
      ChartView view = panel.find("chart.view", ChartView.class);
      TestMouse.send(
          view,
          MouseEvent.MOUSE_PRESSED,
          view.localToScene(new Point2D(ten + 23 * perTick, cursor.getStartY() + 20)));
      assertEquals(List.of(33), panel.sought());
      return true;
    });
  }
}
