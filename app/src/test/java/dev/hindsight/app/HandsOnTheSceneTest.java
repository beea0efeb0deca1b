package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.branch.BranchDesk;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.inspector.fact.Fact;
import dev.hindsight.render.stage.SceneStage;
import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.edit.Choice;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.scene.Viewpoint;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javafx.geometry.Point2D;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.stage.Window;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What can be done to a recording by pointing at it: put a car elsewhere, keep a fact, take the
/// wheel.
class HandsOnTheSceneTest {
  private static final int AGENT = 1;

  @TempDir private Path home;

  @Test
  void aCarThatIsDraggedIsProposedToStandThere() throws TimeoutException {
    try (Traveller user = new Traveller(home)) {
      Document document = opened(user);
      SceneStage stage = user.window.find("scene", SceneStage.class);
      Channel pose = document.rollout().channel("pose").orElseThrow();
      double x = pose.value(0, 3 * AGENT);
      double y = pose.value(0, 3 * AGENT + 1);
      double heading = pose.value(0, 3 * AGENT + 2);

      carry(user, stage, x, y, Hands.Shift.UP);
      Edit.Pose put = assertInstanceOf(Edit.Pose.class, pending(user, document).getLast());
      assertEquals(AGENT, put.agent());
      assertEquals(0, put.tick());
      assertEquals(x + 4, put.x(), 1e-3);
      assertEquals(y - 2, put.y(), 1e-3);
      assertEquals(heading, put.heading(), 1e-6);

      Viewpoint before = user.window.onFx(() -> stage.viewpoint().orElseThrow());
      carry(user, stage, x, y, Hands.Shift.DOWN);
      Edit.Pose turned = assertInstanceOf(Edit.Pose.class, pending(user, document).getLast());
      assertEquals(x, turned.x(), 1e-3);
      assertEquals(Math.atan2(-2, 4), turned.heading(), 1e-3);
      assertEquals(
          before,
          user.window.onFx(() -> stage.viewpoint().orElseThrow()),
          "the camera stays where it is");
    }
  }

  /// Four metres to the right and two down.
  private static void carry(Traveller user, SceneStage stage, double x, double y, Hands.Shift shift)
      throws TimeoutException {
    Viewpoint seen = user.window.onFx(() -> stage.viewpoint().orElseThrow());
    Point2D from = new Point2D(seen.pixelX(x, y), seen.pixelY(x, y));
    Point2D to = new Point2D(seen.pixelX(x + 4, y - 2), seen.pixelY(x + 4, y - 2));
    user.hands.carry(stage, from, to, shift);
  }

  @Test
  void aFactAboutWhoIsClickedOnIsKept() throws TimeoutException {
    try (Traveller user = new Traveller(home)) {
      Document document = opened(user);
      SceneStage stage = user.window.find("scene", SceneStage.class);
      Viewpoint seen = user.window.onFx(() -> stage.viewpoint().orElseThrow());
      Channel pose = document.rollout().channel("pose").orElseThrow();
      double x = pose.value(0, 3 * AGENT);
      double y = pose.value(0, 3 * AGENT + 1);
      user.hands.askForMenu(stage, new Point2D(seen.pixelX(x, y), seen.pixelY(x, y)));
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
      user.window.until(() -> user.told().contains(wanted.name()));
    }
  }

  @Test
  void whoTakesTheWheelDrivesTickByTickAndLettingGoMakesABranch() throws TimeoutException {
    try (Traveller user = new Traveller(home)) {
      Document document = opened(user);
      user.window.onFx(() -> {
        document.view().send(new ViewCommand.Select(AGENT));
        return true;
      });
      for (int i = 0; i < 6; i++) {
        user.hands.press("Right");
      }
      user.window.onFx(() -> {
        var shell = (dev.hindsight.app.window.Shell) user.window.stage().getScene().getRoot();
        shell.commands().run(shell.commands().named("branch.wheel"));
        return true;
      });
      user.window.until(() -> user.window.bench().workspace().state().tabs().size() == 2);
      user.window.until(() -> user.told().contains("You drive agent " + AGENT));
      press(user, "W", 3);
      press(user, "S", 2);
      press(user, "Escape", 1);
      user.window.until(() ->
          user.window.bench().workspace().state().document().flatMap(Document::beside).isPresent());
      user.window.settle();
      Branch made = user.made(document, 1);
      Edit.Stretch driven = assertInstanceOf(Edit.Stretch.class, made.edits().getFirst());
      assertEquals(6, driven.tick());
      assertEquals(5, driven.choices().size());
      assertEquals(driven.choices().get(0), driven.choices().get(2));
      assertTrue(!driven.choices().get(2).equals(driven.choices().get(3)), "forward, then back");
      Document both =
          user.window.onFx(() -> user.window.bench().workspace().state().document()).orElseThrow();
      Channel action = both.beside().orElseThrow().other().channel("action").orElseThrow();
      for (int i = 0; i < 5; i++) {
        assertEquals(driven.choices().get(i), new Choice.Joint((int) action.value(6 + i, AGENT)));
      }
    }
  }

  /// While somebody drives, the task that waits for keys goes on: nothing settles.
  private static void press(Traveller user, String key, int times) {
    for (int i = 0; i < times; i++) {
      user.hands.tap(key);
    }
  }

  private static Document opened(Traveller user) throws TimeoutException {
    user.hands.press("Enter");
    Document document = user.opened(1);
    SceneStage stage = user.window.find("scene", SceneStage.class);
    user.window.until(() -> stage.viewpoint().isPresent());
    user.window.settle();
    return document;
  }

  private static List<Edit> pending(Traveller user, Document document) {
    return user.window.onFx(() -> BranchDesk.of(document, user.window.bench()).state().pending());
  }
}
