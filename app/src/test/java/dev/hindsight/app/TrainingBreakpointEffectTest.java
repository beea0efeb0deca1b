package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.cli.CapturedCommand;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Mark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A training breakpoint opens at a tick at which every view shows what the run stopped for.
class TrainingBreakpointEffectTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path home;

  private TemporaryHome moved;

  /// What the views of a window show at a tick.
  ///
  /// @param sentence of the Tick panel
  /// @param state of the agent in the Agents panel
  /// @param lanes of the timeline
  /// @param scene its text
  /// @param marks texts drawn in it
  private record Views(
      String sentence, String state, String lanes, String scene, List<String> marks) {}

  @BeforeEach
  void move() {
    moved = new TemporaryHome(home);
  }

  @AfterEach
  void moveBack() {
    moved.close();
  }

  @Test
  void aCollisionInTrainingIsToldByEveryView() throws Exception {
    JsonNode hit =
        hit(
            "collision[a] != 0",
            "drive",
            "--map",
            "intersection-1",
            "--set",
            "num_ego_agents=8",
            "--set",
            "scenario_length=80",
            "--set",
            "num_envs=1",
            "--set",
            "input_size=8");
    int agent = hit.get("agent").asInt();
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      Document document = opened(window, hit);
      Views at = at(window, document, hit.get("tick").asInt(), agent);
      assertTrue(at.sentence().contains("then hits a vehicle"), at::toString);
      assertTrue(at.state().endsWith("then hits a vehicle"), at::toString);
      assertTrue(
          at.lanes().contains("agent " + agent + ": vehicle collision at tick " + hit.get("tick")),
          at::toString);
      assertEquals(at.sentence(), at.scene());
      assertTrue(at.marks().contains("hit"), at::toString);

      Views before = at(window, document, hit.get("tick").asInt() - 1, agent);
      assertFalse(before.sentence().contains("hits"), before::toString);
      assertFalse(before.state().contains("hits"), before::toString);
      assertFalse(before.lanes().contains("collision"), before::toString);
      assertFalse(before.marks().contains("hit"), before::toString);
    }
  }

  @Test
  void aGoalOfADarkRoomInTrainingIsToldByEveryView() throws Exception {
    JsonNode hit = hit("goal[a]", "darkroom", "--set", "num_envs=8");
    int agent = hit.get("agent").asInt();
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      Document document = opened(window, hit);
      Views at = at(window, document, hit.get("tick").asInt(), agent);
      assertTrue(at.sentence().contains("then reaches its goal"), at::toString);
      assertTrue(at.state().contains("then reaches its goal"), at::toString);
      assertTrue(at.lanes().contains("goal reached at tick " + hit.get("tick")), at::toString);
      assertEquals(at.sentence(), at.scene());

      Views before = at(window, document, hit.get("tick").asInt() - 1, agent);
      assertFalse(before.sentence().contains("reaches"), before::toString);
      assertFalse(before.lanes().contains("goal"), before::toString);
    }
  }

  /// Trains until a condition holds.
  private JsonNode hit(String condition, String environment, String... more) throws IOException {
    List<String> line = new ArrayList<>(List.of("train", "--env", environment, "--json"));
    line.addAll(List.of(more));
    for (String setting :
        List.of("updates=20", "hidden_size=8", "feed_forward=8", "minibatches=1")) {
      line.addAll(List.of("--set", setting));
    }
    line.addAll(List.of("--seed", "0", "--break-when", condition));
    line.addAll(List.of("--out", home.resolve("runs").toString()));
    CapturedCommand run = CapturedCommand.of(line.toArray(String[]::new));
    for (String told : run.out().lines().toList()) {
      JsonNode event = JSON.readTree(told);
      if (event.path("event").asText().equals("hit")) {
        return event;
      }
    }
    throw new AssertionError(run.toString());
  }

  private static Document opened(WindowUnderTest window, JsonNode hit) throws TimeoutException {
    Document document = window.open(Path.of(hit.get("recording").asText()));
    window.onFx(() -> {
      document.layout().send(new LayoutCommand.Arrange(LayoutPreset.INSPECT.layout().root()));
      for (String panel : List.of("agents", "tick")) {
        PaneId pane = PaneId.of(panel);
        document.layout().send(new LayoutCommand.Open(pane, PaneKinds.home(panel)));
        document.layout().send(new LayoutCommand.Show(pane));
      }
      return true;
    });
    assertEquals(hit.get("tick").asInt(), document.rollout().ticks() - 1, "it ends there");
    return document;
  }

  private static Views at(WindowUnderTest window, Document document, int tick, int agent)
      throws TimeoutException {
    window.onFx(() -> {
      document.timeline().send(new TimelineCommand.Seek(tick));
      document.view().send(new ViewCommand.Select(agent));
      return true;
    });
    window.settle();
    return window.onFx(() -> {
      String state =
          window.find("agents", TableView.class).lookupAll(".table-cell").stream()
              .map(TableCell.class::cast)
              .filter(cell -> cell.getIndex() == agent)
              .filter(cell -> cell.getTableColumn().getText().equals("State"))
              .findFirst()
              .orElseThrow()
              .getAccessibleText();
      return new Views(
          window.find("sentence", Label.class).getText(),
          state,
          window.find("lanes", Node.class).getAccessibleText(),
          window.find("scene", Node.class).getAccessibleText(),
          BuiltInEnvironments.sketchOf(document.rollout())
              .at(new Moment(document.rollout(), tick, agent), Set.of())
              .stream()
              .filter(Mark.Text.class::isInstance)
              .map(mark -> ((Mark.Text) mark).words())
              .toList());
    });
  }
}
