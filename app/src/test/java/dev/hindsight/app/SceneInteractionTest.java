package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.branch.BranchController;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.inspector.TestMouse;
import dev.hindsight.inspector.TestMouse.With;
import dev.hindsight.inspector.fact.Fact;
import dev.hindsight.render.stage.SceneView;
import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.scene.Viewpoint;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import javafx.event.EventType;
import javafx.geometry.Point2D;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.input.MouseEvent;
import javafx.stage.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pointing at a recording: moving a car, saving a fact, taking the wheel.
class SceneInteractionTest {
  private static final int AGENT = 1;

  @TempDir private Path home;

  @Test
  void aCarThatIsDraggedIsProposedToStandThere() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document document = opened(user);
      SceneView stage = user.window.find("scene", SceneView.class);
      Channel pose = document.rollout().channel("pose").orElseThrow();
      double x = pose.value(0, 3 * AGENT);
      double y = pose.value(0, 3 * AGENT + 1);
      double heading = pose.value(0, 3 * AGENT + 2);

      carry(user, stage, x, y, UserInput.Shift.UP);
      Edit.Pose put = assertInstanceOf(Edit.Pose.class, pending(user, document).getLast());
      assertEquals(AGENT, put.agent());
      assertEquals(0, put.tick());
      assertEquals(x + 4, put.x(), 1e-3);
      assertEquals(y - 2, put.y(), 1e-3);
      assertEquals(heading, put.heading(), 1e-6);

      Viewpoint before = user.window.onFx(() -> stage.viewpoint().orElseThrow());
      carry(user, stage, x, y, UserInput.Shift.DOWN);
      Edit.Pose turned = assertInstanceOf(Edit.Pose.class, pending(user, document).getLast());
      assertEquals(x, turned.x(), 1e-3);
      assertEquals(Math.atan2(-2, 4), turned.heading(), 1e-3);
      assertEquals(
          before,
          user.window.onFx(() -> stage.viewpoint().orElseThrow()),
          "the camera stays where it is");
    }
  }

  @Test
  void aCarThatIsDraggedWhilePlaybackGoesOnIsPutWhereItWasTaken() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document document = opened(user);
      SceneView stage = user.window.find("scene", SceneView.class);
      Channel pose = document.rollout().channel("pose").orElseThrow();
      Viewpoint seen = user.window.onFx(() -> stage.viewpoint().orElseThrow());
      double x = pose.value(0, 3 * AGENT);
      double y = pose.value(0, 3 * AGENT + 1);
      send(user, stage, seen, x, y, MouseEvent.MOUSE_PRESSED);
      user.window.onFx(() -> {
        document.timeline().send(new TimelineCommand.Seek(5));
        return true;
      });
      user.window.settle();
      send(user, stage, seen, x + 4, y, MouseEvent.MOUSE_DRAGGED);
      send(user, stage, seen, x + 4, y, MouseEvent.MOUSE_RELEASED);
      Edit.Pose put = assertInstanceOf(Edit.Pose.class, pending(user, document).getLast());
      assertEquals(0, put.tick());
      assertEquals(x + 4, put.x(), 1e-3);
    }
  }

  private static void send(
      TimeMachineUser user,
      SceneView stage,
      Viewpoint seen,
      double x,
      double y,
      EventType<MouseEvent> type) {
    user.window.onFx(() -> {
      Point2D place = stage.localToScene(new Point2D(seen.pixelX(x, y), seen.pixelY(x, y)));
      TestMouse.send(stage, type, place, With.CONTROL, With.MOVED);
      return true;
    });
  }

  /// Drags four metres to the right and two down.
  private static void carry(
      TimeMachineUser user, SceneView stage, double x, double y, UserInput.Shift shift)
      throws TimeoutException {
    Viewpoint seen = user.window.onFx(() -> stage.viewpoint().orElseThrow());
    Point2D from = new Point2D(seen.pixelX(x, y), seen.pixelY(x, y));
    Point2D to = new Point2D(seen.pixelX(x + 4, y - 2), seen.pixelY(x + 4, y - 2));
    user.input.carry(stage, from, to, shift);
  }

  @Test
  void aFactAboutWhoIsClickedOnIsKept() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document document = opened(user);
      SceneView stage = user.window.find("scene", SceneView.class);
      Viewpoint seen = user.window.onFx(() -> stage.viewpoint().orElseThrow());
      Channel pose = document.rollout().channel("pose").orElseThrow();
      double x = pose.value(0, 3 * AGENT);
      double y = pose.value(0, 3 * AGENT + 1);
      user.input.askForMenu(stage, new Point2D(seen.pixelX(x, y), seen.pixelY(x, y)));
      assertEquals(AGENT, user.window.<Integer>onFx(() -> document.view().state().selected()));
      Fact wanted = Fact.neverCollides(AGENT, AgentNames.NONE);
      user.window.onFx(() -> {
        ContextMenu menu =
            Window.getWindows().stream()
                .filter(ContextMenu.class::isInstance)
                .map(ContextMenu.class::cast)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no menu"));
        menu.getItems().stream()
            .filter(item -> wanted.name().equals(item.getText()))
            .forEach(MenuItem::fire);
        menu.hide();
        return true;
      });
      user.run("panel.facts");
      user.window.until(() -> user.noticeText().contains(wanted.name()));
    }
  }

  @Test
  void whoTakesTheWheelDrivesTickByTickAndLettingGoMakesABranch() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document document = opened(user);
      user.window.onFx(() -> {
        document.view().send(new ViewCommand.Select(AGENT));
        return true;
      });
      for (int i = 0; i < 6; i++) {
        user.input.press("Right");
      }
      Set<Path> results = new HashSet<>();
      user.window.onFx(() -> {
        // A banner goes by itself, on a slow machine before anything looks at it.
        user.window
            .context()
            .notices()
            .watch(state ->
                state.open().stream()
                    .filter(Notice.Success.class::isInstance)
                    .flatMap(notice -> ((Notice.Success) notice).file().stream())
                    .forEach(results::add));
        var shell = (dev.hindsight.app.window.Shell) user.window.stage().getScene().getRoot();
        shell.commands().run(shell.commands().named("branch.wheel"));
        return true;
      });
      user.window.until(() -> user.window.context().workspace().state().tabs().size() == 2);
      user.window.until(() -> user.noticeText().contains("You are driving agent " + AGENT));
      press(user, "W", 3);
      press(user, "S", 2);
      press(user, "Escape", 1);
      user.window.until(() ->
          user.window
              .context()
              .workspace()
              .state()
              .document()
              .flatMap(Document::beside)
              .isPresent());
      user.window.settle();
      Branch made = user.made(document, 1);
      Edit.ActionSequence driven =
          assertInstanceOf(Edit.ActionSequence.class, made.edits().getFirst());
      assertEquals(6, driven.tick());
      assertEquals(5, driven.choices().size());
      assertEquals(driven.choices().get(0), driven.choices().get(2));
      assertTrue(!driven.choices().get(2).equals(driven.choices().get(3)), "forward, then back");
      Document both =
          user.window
              .onFx(() -> user.window.context().workspace().state().document())
              .orElseThrow();
      assertEquals(
          Set.of(both.beside().orElseThrow().other().file()), results, "the banner opens it");
      Channel action = both.beside().orElseThrow().other().channel("action").orElseThrow();
      for (int i = 0; i < 5; i++) {
        assertEquals(
            driven.choices().get(i), new ForcedAction.Joint((int) action.value(6 + i, AGENT)));
      }
    }
  }

  @Test
  void whatIsDrivenUntilTheRecordingEndsIsABranchToo() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document document = opened(user);
      int begin = document.rollout().ticks() - 3;
      // Whoever is in limbo has no wheel to turn.
      Limbo limbo = new Limbo(document.rollout());
      int agent =
          IntStream.range(0, document.rollout().manifest().agents())
              .filter(each -> !limbo.at(begin, each))
              .findFirst()
              .orElseThrow();
      takeTheWheel(user, document, begin, agent);
      press(user, "W", 6);
      untilComparison(user);
      Edit.ActionSequence driven =
          assertInstanceOf(Edit.ActionSequence.class, user.made(document, 1).edits().getFirst());
      assertEquals(begin, driven.tick());
      assertEquals(3, driven.choices().size(), "three of the six keys moved the world");
    }
  }

  @Test
  void leavingTheTabAtTheWheelLetsGoAndGivesTheKeysBack() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document document = opened(user);
      takeTheWheel(user, document, 6);
      press(user, "W", 2);
      user.window.onFx(() -> {
        user.window.command("file.close");
        return true;
      });
      untilComparison(user);
      assertEquals(1, user.made(document, 1).edits().size());
      int tick = user.tick(user.window.onFx(() -> shown(user)));
      user.input.press("Right");
      assertEquals(tick + 1, user.tick(user.window.onFx(() -> shown(user))), "the keys are back");
    }
  }

  @Test
  void closingTheRecordingDrivenFromLosesNothingThatWasDriven() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document document = opened(user);
      takeTheWheel(user, document, 6);
      press(user, "W", 2);
      user.window.onFx(() -> {
        user.window.context().close(document);
        return true;
      });
      user.window.until(() -> !user.window.context().workspace().state().tabs().contains(document));
      press(user, "Escape", 1);
      untilComparison(user);
      assertEquals(1, user.made(document, 1).edits().size());
    }
  }

  @Test
  void theWheelIsTakenOnceEvenIfItIsAskedForAgainBeforeTheUserDrives() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document document = opened(user);
      user.window.onFx(() -> {
        document.view().send(new ViewCommand.Select(AGENT));
        document.timeline().send(new TimelineCommand.Seek(6));
        user.window.command("branch.wheel");
        user.window.command("branch.wheel");
        return true;
      });
      user.window.until(() -> user.noticeText().contains("You are driving agent " + AGENT));
      press(user, "W", 2);
      press(user, "Escape", 1);
      untilComparison(user);
      assertEquals(1, user.made(document, 1).edits().size());
    }
  }

  private static void takeTheWheel(TimeMachineUser user, Document document, int tick)
      throws TimeoutException {
    takeTheWheel(user, document, tick, AGENT);
  }

  private static void takeTheWheel(TimeMachineUser user, Document document, int tick, int agent)
      throws TimeoutException {
    user.window.onFx(() -> {
      document.view().send(new ViewCommand.Select(agent));
      document.timeline().send(new TimelineCommand.Seek(tick));
      user.window.command("branch.wheel");
      return true;
    });
    user.window.until(() -> user.window.context().workspace().state().tabs().size() == 2);
    user.window.until(() -> user.noticeText().contains("You are driving agent " + agent));
  }

  private static void untilComparison(TimeMachineUser user) throws TimeoutException {
    user.window.until(() ->
        user.window.context().workspace().state().document().flatMap(Document::beside).isPresent());
    user.window.settle();
  }

  private static Document shown(TimeMachineUser user) {
    return user.window.context().workspace().state().document().orElseThrow();
  }

  /// While the user drives, the task waits for keys, so the window does not settle.
  private static void press(TimeMachineUser user, String key, int times) {
    for (int i = 0; i < times; i++) {
      user.input.tap(key);
    }
  }

  private static Document opened(TimeMachineUser user) throws TimeoutException {
    user.openCrossing();
    Document document = user.opened(1);
    SceneView stage = user.window.find("scene", SceneView.class);
    user.window.until(() -> stage.viewpoint().isPresent());
    user.window.settle();
    return document;
  }

  private static List<Edit> pending(TimeMachineUser user, Document document) {
    return user.window.onFx(
        () -> BranchController.of(document, user.window.context()).state().pending());
  }
}
