package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.timeline.LaneSource;
import dev.hindsight.app.timeline.LaneState;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.inspector.event.Landmark;
import dev.hindsight.trainer.env.courier.CourierEnvironmentType;
import dev.hindsight.trainer.env.courier.CourierEvents;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The window shows the events of an environment that is in none of its lists.
class DeclaredEventsWindowTest {
  @TempDir private Path folder;

  @Test
  void lanesSearchAndTableShowThem() throws Exception {
    Path file = new CourierEnvironmentType().record(folder.resolve("courier.rollout"));
    int honked = first(file, CourierEvents.HONKED);
    try (TimelineUnderTest timeline = new TimelineUnderTest(file)) {
      for (EventKind kind : CourierEvents.ALL) {
        LaneSource lane = new LaneSource.EventsOfKind(kind);
        assertEquals(Optional.of(lane), LaneSource.parse(lane.id()), "a saved layout has it");
        timeline
            .window()
            .onFx(() -> {
              timeline.document().timelineModel().lanes().send(new LaneState.Command.Add(lane));
              return true;
            });
      }
      timeline.window().settle();

      choose(timeline, CourierEvents.HONKED);
      timeline
          .window()
          .onFx(() -> {
            timeline.document().timeline().send(new TimelineCommand.Seek(0));
            return true;
          });
      timeline.window().settle();
      if (honked > 0) {
        timeline.key(KeyCode.E);
      }
      assertEquals(honked, timeline.tick());
      if (honked > 0) {
        String told =
            timeline
                .window()
                .onFx(() -> timeline.window().find("seekTold", Labeled.class).getText());
        assertTrue(told.startsWith("Honked, agent "), told);
      }

      timeline
          .window()
          .onFx(() -> {
            timeline.window().command("panel.agents");
            return true;
          });
      timeline.window().settle();
      List<String> columns =
          timeline
              .window()
              .onFx(() -> {
                List<String> titles = new ArrayList<>();
                for (Object column :
                    timeline.window().find("agents", TableView.class).getColumns()) {
                  titles.add(((TableColumn<?, ?>) column).getText());
                }
                return titles;
              });
      for (EventKind kind : CourierEvents.ALL) {
        assertTrue(columns.contains(kind.heading()), kind + " is not in " + columns);
      }
    }
  }

  private static void choose(TimelineUnderTest timeline, EventKind kind) throws Exception {
    Landmark wanted = new Landmark.Event(kind);
    for (int steps = 0; steps < 40; steps++) {
      if (timeline
          .window()
          .onFx(() -> timeline.document().timelineModel().events().seek().state().chosen())
          .equals(wanted)) {
        return;
      }
      timeline.key(KeyCode.K);
    }
    throw new AssertionError("no " + kind);
  }

  private static int first(Path file, EventKind kind) {
    try (Rollout rollout = Rollouts.open(file)) {
      AgentColumn event = AgentColumn.of(rollout, "event").orElseThrow();
      int tick = 0;
      while (((event.integer(tick, 0) | event.integer(tick, 1)) & kind.bit()) == 0) {
        tick++;
      }
      return tick;
    }
  }
}
