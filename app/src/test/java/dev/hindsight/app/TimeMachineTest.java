package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.branch.BranchController;
import dev.hindsight.app.branch.BranchState;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.tasks.EndedTask;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.BranchRecorder;
import dev.hindsight.trainer.branch.Branches;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.outcome.Limbo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
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
      Document document = user.openBranches();
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
      Document document = user.openBranches();
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

      BranchController branchController = user.branches(document);
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
  void aBranchWhoseRecordingIsMissingIsMadeOnceHoweverOftenItIsAskedFor()
      throws IOException, TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document document = user.openBranches();
      BranchController branchController = user.branches(document);
      runOnWithoutAgent2(user, branchController);
      user.opened(2);
      MissingBranch missing = MissingBranch.of(user, document, branchController);
      user.window.onFx(() -> {
        branchController.open(missing.branch);
        branchController.open(missing.branch);
        return true;
      });
      user.opened(3);
      missing.isMadeAgain(user);
    }
  }

  /// Two recordings of one branch would be one file.
  @Test
  void twoTabsThatAskForAMissingBranchShareItsRecording() throws IOException, TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document document = user.openBranches();
      BranchController one = user.branches(document);
      runOnWithoutAgent2(user, one);
      Document second = user.opened(2);
      user.window.onFx(() -> {
        BranchController.of(second, user.window.context()).read();
        return true;
      });
      BranchController other = user.branches(second);
      user.window.until(() -> user.window.context().background().idle());
      MissingBranch missing = MissingBranch.of(user, document, one);
      Set<Long> made = new TreeSet<>();
      user.window.onFx(() -> {
        user.window
            .context()
            .background()
            .watch(strip ->
                strip.ended().stream()
                    .filter(task -> task.title().startsWith("Running on"))
                    .map(EndedTask::number)
                    .forEach(made::add));
        one.open(missing.branch);
        other.open(missing.branch);
        return true;
      });
      user.opened(4);
      missing.isMadeAgain(user);
      assertEquals(2, user.window.<Integer>onFx(made::size), "at first, and once again");
    }
  }

  /// Each is asked for before the one before it is made.
  @Test
  void branchesThatAreMadeAtTheSameTimeAllStay() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document document = user.openBranches();
      BranchController branchController = user.branches(document);
      user.window.onFx(() -> {
        for (int agent : new int[] {2, 5, 3}) {
          branchController.propose(new Edit.Presence(10, agent, Edit.Presence.Way.OFF));
          branchController.runOn();
        }
        return true;
      });
      user.opened(4);
      Branches made = branchController.state().branches().orElseThrow().reread();
      assertEquals(
          List.of(
              "agent 2: taken off the map",
              "agent 3: taken off the map",
              "agent 5: taken off the map"),
          made.all().stream().map(Branch::title).sorted().toList(),
          user.noticeText());
      for (Branch branch : made.all()) {
        assertEquals(
            Optional.of(BranchRecorder.cached(made, branch)), BranchRecorder.found(made, branch));
      }
    }
  }

  /// What was driven was seen in the recording as it is, without edits that are only proposed.
  @Test
  void aDrivenBranchHasNoneOfThePendingEdits() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document document = user.openBranches();
      BranchController branchController = user.branches(document);
      Edit pending = new Edit.Presence(10, 2, Edit.Presence.Way.OFF);
      Edit driven = held(20, 6, 3);
      user.window.onFx(() -> {
        branchController.propose(pending);
        branchController.runOn(driven);
        return true;
      });
      user.opened(2);
      assertEquals(List.of(driven), user.made(document, 1).edits());
      assertEquals(20, user.made(document, 1).tick());
      assertEquals(List.of(pending), pending(user, document));
    }
  }

  @Test
  void itReplaysHereAndSaysSo() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document _ = user.openBranches();
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
      Document document = user.openBranches();
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

  @Test
  void whatNoAgentCanDoIsRefusedAtTheField() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document document = user.openBranches();
      select(user, document, 1, 0);
      for (String place : List.of("1, 2", "1, 2, 3, 4")) {
        assertTrue(refused(user, "branch.pose", place).contains("this is not a pose"), place);
      }
      for (String place : List.of("NaN, 0, 0", "1e300, 0, 0", "0, 0, Infinity")) {
        assertTrue(refused(user, "branch.pose", place).contains("no agent can stand there"), place);
      }
      user.window.type("branch.dimension", "99999");
      String beyond = refused(user, "branch.value", "1");
      assertTrue(beyond.contains("no dimension 99999"), beyond);
      user.window.type("branch.dimension", "0");
      String nan = refused(user, "branch.value", "NaN");
      assertTrue(nan.contains("cannot be observed"), nan);
      assertEquals(List.of(), pending(user, document));
    }
  }

  @Test
  void anAgentInLimboIsNeitherMovedNorDrivenUnlessItIsBroughtBack() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document document = user.openBranches();
      Limbo limbo = new Limbo(document.rollout());
      int tick =
          IntStream.range(0, document.rollout().ticks())
              .filter(t -> limbo.at(t, 0))
              .findFirst()
              .orElseThrow();
      select(user, document, 0, tick);
      assertTrue(refused(user, "branch.pose", "1, 2, 3").contains("it is in limbo at this tick"));
      user.window.press("branch.do");
      assertTrue(user.window.words("branch.message").contains("bring it back first"));
      assertEquals(List.of(), pending(user, document));
      user.window.press("branch.back");
      user.window.press("branch.pose.add");
      user.window.type("branch.pose", "4, 5, 6");
      user.window.press("branch.pose.add");
      List<Edit> edits = pending(user, document);
      assertEquals(2, edits.size(), "the second pose replaces the first");
      assertEquals(4, assertInstanceOf(Edit.Pose.class, edits.getLast()).x());
    }
  }

  /// Before the background has passed over the recording, and when it has.
  @Test
  void aPositionThatIsTypedStaysUntilAnotherTickIsChosen() throws TimeoutException {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      user.openCrossing();
      Document document = user.opened(1);
      user.run("panel.branches");
      select(user, document, 1, 0);
      user.window.type("branch.pose", "4, 5, 6");
      user.window.press("branch.off");
      assertEquals("4, 5, 6", pose(user));
      user.window.settle();
      assertEquals("4, 5, 6", pose(user));
      select(user, document, 1, 3);
      assertNotEquals("4, 5, 6", pose(user));
    }
  }

  private static String pose(TimeMachineUser user) {
    return user.window.onFx(() -> user.window.find("branch.pose", TextField.class).getText());
  }

  @Test
  void nothingRunsOnFromAnotherRecordingThatTookTheFilesPlace() throws Exception {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document document = user.openBranches();
      Path other = SyntheticRecording.write(home.resolve("other.rollout"), 6, 40);
      Files.move(other, document.rollout().file(), StandardCopyOption.REPLACE_EXISTING);
      user.window.press("branch.run");
      user.window.settle();
      assertTrue(
          user.noticeText().contains("another recording is in this file now"), user.noticeText());
      assertEquals(1, user.window.<Integer>onFx(() -> tabs(user)));
    }
  }

  @Test
  void branchesOfAnotherRecordingThatTookTheFilesPlaceAreNotListed() throws Exception {
    try (TimeMachineUser user = new TimeMachineUser(home)) {
      Document document = user.openBranches();
      BranchController branches = user.branches(document);
      user.window.settle();
      BranchState before = user.window.onFx(branches::state);
      Path other = SyntheticRecording.write(home.resolve("other.rollout"), 6, 40);
      Files.move(other, document.rollout().file(), StandardCopyOption.REPLACE_EXISTING);
      user.window.onFx(() -> {
        branches.read();
        return true;
      });
      user.window.settle();
      assertEquals(before, user.window.onFx(branches::state));
      assertEquals("", user.noticeText());
    }
  }

  private static void runOnWithoutAgent2(TimeMachineUser user, BranchController branches) {
    user.window.onFx(() -> {
      branches.propose(new Edit.Presence(10, 2, Edit.Presence.Way.OFF));
      branches.runOn();
      return true;
    });
  }

  /// A branch that was made and whose recording has been deleted.
  ///
  /// @param told headlines of the notices since then
  private record MissingBranch(Branches all, Branch branch, List<String> told) {
    static MissingBranch of(TimeMachineUser user, Document document, BranchController branches)
        throws IOException {
      Branches all = branches.state().branches().orElseThrow();
      Branch branch = user.made(document, 1);
      Files.delete(BranchRecorder.cached(all, branch));
      List<String> told = new ArrayList<>();
      user.window.onFx(() ->
          user.window
              .context()
              .notices()
              .watch(now -> now.open().stream().map(Notice::headline).forEach(told::add)));
      return new MissingBranch(all, branch, told);
    }

    /// Its recording is there again, and no other was found in its place.
    void isMadeAgain(TimeMachineUser user) throws TimeoutException {
      user.window.until(() -> user.window.context().background().idle());
      assertEquals(
          Optional.of(BranchRecorder.cached(all, branch)), BranchRecorder.found(all, branch));
      List<String> seen = user.window.onFx(() -> List.copyOf(told));
      assertFalse(
          seen.stream().anyMatch(words -> words.contains("another recording")), seen::toString);
    }
  }

  private static int tabs(TimeMachineUser user) {
    return user.window.context().workspace().state().tabs().size();
  }

  private static void select(TimeMachineUser user, Document document, int agent, int tick)
      throws TimeoutException {
    user.window.onFx(() -> {
      document.timeline().send(new TimelineCommand.Seek(tick));
      document.view().send(new ViewCommand.Select(agent));
      return true;
    });
    user.window.settle();
  }

  /// The message after something was typed into a field and set.
  private static String refused(TimeMachineUser user, String field, String typed) {
    user.window.type(field, typed);
    user.window.press(field + ".add");
    return user.window.words("branch.message");
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
