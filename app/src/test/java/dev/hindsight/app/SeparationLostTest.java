package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.cli.CapturedCommand;
import dev.hindsight.app.timeline.PlaybackMotion;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.TailMode;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.inspector.event.Landmark;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.EventKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Spinner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A user finds out why two aircraft came too close: sets breakpoints on conflict and loss of
/// separation, goes to them, steps from them, and stops at them during the recording; makes one
/// aircraft climb, and no separation is lost any more. The ticks are those of `hindsight find`.
class SeparationLostTest {
  private static final int TICKS = 90;

  @TempDir private Path home;

  @Test
  void theRunStopsWhereTheCommandLineFindsConflictAndLossAndTwoLevelsMoreAreEnough()
      throws Exception {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document flown = record(user, 1);
      int conflict = found(flown, "conflict[a]");
      int loss = found(flown, "loss[a]");
      assertTrue(0 < conflict && conflict < loss, conflict + " " + loss);

      arm(user, "Conflict", "Loss of separation");
      // Ctrl+B has focused the condition field, which uses Home itself.
      user.input.press("Escape");
      user.input.press("Home");
      user.input.press("F8");
      assertEquals(conflict, user.tick(flown));
      assertTrue(sought(user).contains("Conflict, agent 0 KL1"), sought(user));
      user.input.press("Right");
      assertEquals(conflict + 1, user.tick(flown));
      user.run("playback.toggle");
      user.window.until(() -> flown.timeline().state().motion() == PlaybackMotion.PAUSED);
      assertEquals(loss, user.tick(flown), "playing goes on to the next hit");
      assertTrue(sought(user).contains("Loss of separation, agent 0 KL1"), sought(user));

      eventsByKeyboard(user, flown, conflict, loss);
      climb(user, flown, conflict);
      Document both = user.opened(2);
      Path branch = both.beside().orElseThrow().other().file();
      assertEquals(0, hits(branch, "loss[a]"), "2000 ft above it is out of the zone");
      assertEquals(2, hits(flown.rollout().file(), "loss[a]"));

      Document again = record(user, 3);
      assertEquals(conflict, user.tick(again), "the view follows the end up to the first hit");
      assertEquals(TailMode.FROZEN, again.tail().state());
      assertEquals(TICKS, again.rollout().ticks(), "and the recording goes on");
    }
  }

  /// Records with the form, with the scenario chosen as a file.
  private Document record(TimeMachineUser user, int tabs) throws TimeoutException, IOException {
    Path scenario =
        Files.write(
            home.resolve("head-on.scn"),
            List.of(
                "00:00:00>CRE KL1 A320 52 4 90 FL300 280",
                "00:00:00>CRE KL2 A320 52 6.5 270 FL300 280",
                "00:00:00>DEST KL1 52 8",
                "00:00:00>DEST KL2 52 2"));
    user.run("file.record");
    user.window.until(() -> user.window.has("draft.record"));
    user.window.onFx(() -> {
      SeparationLostTest.<EnvironmentType>box(user, "draft.environment")
          .setValue(BuiltInEnvironments.named("airspace"));
      return true;
    });
    user.window.answer(scenario);
    user.input.click(user.window.find("draft.map.browse", Button.class));
    assertEquals(
        scenario.toString(), SeparationLostTest.<String>box(user, "draft.map.box").getValue());
    user.window.onFx(() -> {
      SeparationLostTest.<String>box(user, "draft.policy.box").setValue("airspace-straight");
      count(user, "draft.trials", 1);
      count(user, "draft.ticks", TICKS);
      return true;
    });
    user.input.click(user.window.find("draft.record", Button.class));
    Document document = user.opened(tabs);
    user.window.until(() -> known(document));
    user.window.settle();
    return document;
  }

  @SuppressWarnings("unchecked")
  private static void count(TimeMachineUser user, String id, int count) {
    ((Spinner<Integer>) user.window.find(id, Spinner.class)).getValueFactory().setValue(count);
  }

  private static boolean known(Document document) {
    return document.timelineModel().hits().state().stream().allMatch(line -> line.knows(TICKS));
  }

  private static void arm(TimeMachineUser user, String... names) throws TimeoutException {
    user.input.press("Ctrl+B");
    MenuButton ready = user.window.find("breakpoint.ready", MenuButton.class);
    user.window.until(() -> !ready.getItems().isEmpty());
    for (String name : names) {
      user.window.onFx(() -> {
        ready.getItems().stream()
            .filter(item -> item.getText().startsWith(name + "   "))
            .forEach(MenuItem::fire);
        return true;
      });
    }
    Document document =
        user.window.onFx(() -> user.window.context().workspace().state().document().orElseThrow());
    user.window.until(
        () -> document.timelineModel().hits().state().size() == names.length && known(document));
    user.window.settle();
  }

  /// The timeline shows conflict and loss at the tick whose action caused them.
  private static void eventsByKeyboard(
      TimeMachineUser user, Document document, int conflict, int loss) throws TimeoutException {
    user.input.press("Home");
    choose(user, document, EventKind.CONFLICT);
    user.input.press("E");
    assertEquals(conflict, user.tick(document));
    choose(user, document, EventKind.LOSS);
    user.input.press("E");
    assertEquals(loss, user.tick(document));
    choose(user, document, EventKind.CONFLICT);
    user.input.press("Shift+E");
    user.input.press("Shift+E");
    assertEquals(conflict, user.tick(document));
  }

  private static void choose(TimeMachineUser user, Document document, EventKind kind)
      throws TimeoutException {
    Landmark wanted = new Landmark.Event(kind);
    int steps = 0;
    while (!document.timelineModel().events().seek().state().chosen().equals(wanted)) {
      user.input.press("K");
      assertTrue(++steps < 40, "no " + kind);
    }
  }

  private static void climb(TimeMachineUser user, Document document, int tick)
      throws TimeoutException {
    user.run("panel.branches");
    user.window.onFx(() -> {
      document.timeline().send(new TimelineCommand.Seek(tick));
      document.view().send(new ViewCommand.Select(0));
      return true;
    });
    user.window.settle();
    user.choose("branch.level.turn", 2);
    user.choose("branch.level.speed", 1);
    user.choose("branch.level.level", 2);
    user.window.onFx(() -> {
      count(user, "branch.hold", 2);
      return true;
    });
    user.input.click(user.window.find("branch.do", Button.class));
    user.input.click(user.window.find("branch.run", Button.class));
  }

  private static String sought(TimeMachineUser user) {
    return user.window.onFx(() -> user.window.find("seekTold", Labeled.class).getText());
  }

  @SuppressWarnings("unchecked")
  private static <T> ComboBox<T> box(TimeMachineUser user, String id) {
    return (ComboBox<T>) user.window.find(id, ComboBox.class);
  }

  private static int found(Document document, String when) throws IOException {
    return find(document.rollout().file(), when).path("hits").path(0).path("first").asInt(-1);
  }

  private static int hits(Path recording, String when) throws IOException {
    return find(recording, when).path("hits").size();
  }

  private static com.fasterxml.jackson.databind.JsonNode find(Path recording, String when)
      throws IOException {
    CapturedCommand run =
        CapturedCommand.of("find", recording.toString(), "--when", when, "--json");
    assertEquals(0, run.exitCode(), run.err());
    return new ObjectMapper().readTree(run.out());
  }
}
