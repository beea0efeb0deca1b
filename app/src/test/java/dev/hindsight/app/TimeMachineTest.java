package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.branch.BranchController;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.ForcedAction;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Spinner;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The branches pane: its proposals, its results, its messages.
class TimeMachineTest {
  @TempDir private Path home;

  @Test
  void whatIsProposedIsHeldForAsLongAsIsSaid() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      user.openCrossing();
      Document document = user.opened(1);
      user.run("panel.branches");
      user.window.onFx(() -> {
        document.view().send(new ViewCommand.Select(1));
        return true;
      });
      user.choose("branch.level.acceleration", 0);
      user.input.click(user.window.find("branch.do", Button.class));
      assertEquals(List.of(held(0, 6, 10)), pending(user, document), "a second");
      user.choose("branch.level.acceleration", 1);
      user.input.click(user.window.find("branch.do", Button.class));
      assertEquals(List.of(held(0, 19, 10)), pending(user, document), "in its place");
      user.window.onFx(() -> {
        spinner(user, "branch.pending.hold.0").getValueFactory().setValue(3);
        return true;
      });
      assertEquals(List.of(held(0, 19, 3)), pending(user, document));
      user.window.onFx(() -> {
        spinner(user, "branch.pending.hold.0").getValueFactory().setValue(1);
        return true;
      });
      assertEquals(
          List.of(new Edit.Action(0, 1, new ForcedAction.Joint(19))), pending(user, document));
    }
  }

  @Test
  void aBranchIsRenamedAndForgottenAndItsParentIsOneStepUp() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      user.openCrossing();
      Document document = user.opened(1);
      user.run("panel.branches");
      user.window.onFx(() -> {
        document.view().send(new ViewCommand.Select(2));
        return true;
      });
      user.input.click(user.window.find("branch.off", Button.class));
      user.input.click(user.window.find("branch.run", Button.class));
      Document branch = user.opened(2);
      assertEquals("agent 2: taken off the map", user.made(document, 1).title());
      user.run("branch.up");
      user.window.until(
          () -> !user.window.context().workspace().state().document().equals(Optional.of(branch)));

      BranchController branchController =
          user.window.onFx(() -> BranchController.of(document, user.window.context()));
      user.window.onFx(() -> {
        branchController.rename(
            branchController.state().branches().orElseThrow().named("1"), "without agent 2");
        return true;
      });
      user.window.until(() ->
          branchController
              .state()
              .branches()
              .orElseThrow()
              .named("1")
              .title()
              .equals("without agent 2"));
      user.window.onFx(() -> {
        branchController.delete(branchController.state().branches().orElseThrow().named("1"));
        return true;
      });
      user.window.until(() -> branchController.state().branches().orElseThrow().all().isEmpty());
    }
  }

  @Test
  void itReplaysHereAndSaysSo() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      user.openCrossing();
      Document _ = user.opened(1);
      user.run("panel.branches");
      user.input.click(user.window.find("branch.replay", Button.class));
      user.window.until(
          () -> !user.window.find("branch.replayed", Label.class).getText().isEmpty());
      String words = user.window.find("branch.replayed", Label.class).getText();
      assertTrue(words.endsWith("ticks replay bit for bit"), words);
    }
  }

  @Test
  void whatCannotBeDoneIsSaidWhereItWasAsked() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      user.openCrossing();
      Document document = user.opened(1);
      user.run("panel.branches");
      user.input.click(user.window.find("branch.do", Button.class));
      assertTrue(
          user.window
              .find("branch.message", Label.class)
              .getText()
              .contains("no agent is selected"));
      user.window.onFx(() -> {
        document.view().send(new ViewCommand.Select(1));
        user.window.find("branch.pose", TextField.class).setText("somewhere");
        return true;
      });
      user.input.click(user.window.find("branch.pose.add", Button.class));
      assertTrue(user.window.find("branch.message", Label.class).getText().contains("not numbers"));
    }
  }

  private static Edit held(int tick, int action, int ticks) {
    return Edit.hold(tick, 1, new ForcedAction.Joint(action), ticks);
  }

  private static List<Edit> pending(TimeMachineUser user, Document document) {
    return user.window.onFx(
        () -> BranchController.of(document, user.window.context()).state().pending());
  }

  @SuppressWarnings("unchecked")
  private static Spinner<Integer> spinner(TimeMachineUser user, String id) {
    return (Spinner<Integer>) user.window.find(id, Spinner.class);
  }
}
