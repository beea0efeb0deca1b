package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.branch.BranchController;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.app.timeline.EventSeekCommand;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.window.Shell;
import dev.hindsight.app.workspace.CameraMode;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.inspector.event.Landmark;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import org.junit.jupiter.api.Test;

/// What a user of the window relies on: keys keep working, buttons show what is on, texts match
/// what is shown, and nothing is lost.
class WindowHabitsTest extends SampleWindowTest {
  @Test
  void aChoiceThatHasTheKeyboardKeepsOnlyWhatItNeeds() throws TimeoutException {
    for (Node choice : choices()) {
      send(new TimelineCommand.Seek(10));
      window.onFx(() -> {
        choice.requestFocus();
        return true;
      });
      window.settle();

      hands.press("End");
      assertNotEquals(10, tick(), choice.getId() + " swallows End");
      hands.press("Home");
      assertEquals(0, tick(), choice.getId() + " swallows Home");
      hands.press("RIGHT");
      assertEquals(1, tick(), choice.getId() + " swallows Right");
    }
    Landmark before = chosen();
    window.onFx(() -> {
      window.find("event.kind", ComboBox.class).requestFocus();
      return true;
    });
    hands.press("K");
    assertNotEquals(before, chosen(), "K is swallowed");
  }

  @Test
  void whatASearchToldGoesWhenItHoldsNoMore() throws TimeoutException {
    window.onFx(() -> {
      document
          .timelineModel()
          .events()
          .seek()
          .send(new EventSeekCommand.Choose(new Landmark.Event(EventKind.GOAL)));
      return true;
    });
    hands.press("End");
    hands.press("E");
    assertTrue(told().startsWith("none after this tick"), told());

    hands.press("LEFT");
    assertEquals("", told());
  }

  @Test
  void theLoopButtonsShowWhetherThereIsALoop() throws TimeoutException {
    ToggleButton trial = window.find("button.playback.loop", ToggleButton.class);
    ToggleButton around = window.find("button.playback.loopAround", ToggleButton.class);
    assertFalse(window.onFx(trial::isSelected));

    hands.press("L");
    assertTrue(window.onFx(trial::isSelected));
    assertFalse(window.onFx(around::isSelected));
    hands.press("L");
    assertFalse(window.onFx(trial::isSelected));

    hands.press("Shift+L");
    assertTrue(window.onFx(around::isSelected));
    assertFalse(window.onFx(trial::isSelected), "five ticks are no trial");
    hands.press("L");
    assertTrue(window.onFx(trial::isSelected), "L loops the trial, whatever was looped");
    assertFalse(window.onFx(around::isSelected));
    hands.press("Shift+L");
    assertTrue(window.onFx(around::isSelected));
    hands.press("Shift+L");
    assertFalse(window.onFx(around::isSelected));
    assertTrue(window.onFx(() -> document.timeline().state().loop().isEmpty()));
  }

  @Test
  void aButtonOfASwitchThatStaysOnStaysDown() throws TimeoutException {
    ToggleButton map = window.find("button.view.map", ToggleButton.class);
    window.onFx(() -> {
      map.fire();
      map.fire();
      return true;
    });
    assertTrue(window.onFx(map::isSelected));
  }

  @Test
  void aLoneAgentIsSelectedAndStaysSo() throws TimeoutException {
    Path room = folder.resolve("room.rollout");
    new RecordingPlan(
            "darkroom",
            Optional.empty(),
            Optional.of("darkroom-5x5"),
            Optional.empty(),
            "argmax",
            0,
            Map.of(),
            room)
        .run(Progress.SILENT, new Cancellation());
    Document alone = window.open(room);
    window.until(() -> window.context().workspace().state().document().orElseThrow() != document);
    Document shown =
        window.onFx(() -> window.context().workspace().state().document().orElse(alone));

    assertEquals(0, window.onFx(() -> shown.view().state().selected()));
    hands.press("ESCAPE");
    assertEquals(0, window.onFx(() -> shown.view().state().selected()));
  }

  @Test
  void aTickThatIsNoneIsToldInASentence() throws TimeoutException {
    int last = document.rollout().ticks() - 1;
    hands.press("Ctrl+G");
    hands.type("99999");
    hands.press("ENTER");
    assertEquals("there is no such tick - use 0 to " + last, told());
    hands.press("Ctrl+G");
    hands.type("x");
    hands.press("ENTER");
    assertTrue(told().startsWith("this is not a tick - write 41, 2:14"), told());
    hands.press("Ctrl+G");
    hands.type("1");
    hands.press("ENTER");
    assertEquals("", told());
    assertEquals(1, tick());
  }

  @Test
  void eventsThatCannotHappenAreNotSearchedFor() {
    List<Boolean> available =
        window.onFx(() -> {
          var commands = ((Shell) window.stage().getScene().getRoot()).commands();
          return Stream.of("goal", "loss", "conflict", "refused", "trial-end")
              .map(kind -> commands.obstacle(commands.named("event.kind." + kind)).isEmpty())
              .toList();
        });
    assertEquals(List.of(true, false, false, false, true), available);
  }

  @Test
  void aSizeThatNoFilmCanHaveIsRefusedInTheForm() throws TimeoutException {
    hands.press("Ctrl+E");
    for (String size : List.of("0 x 0", "99999 x 99999", "8 x 8")) {
      window.onFx(() -> {
        window.find("film.size", ComboBox.class).getEditor().setText(size);
        return true;
      });
      assertTrue(window.onFx(() -> window.find("film.export", Button.class).isDisabled()), size);
      String words = window.words("film.message");
      assertTrue(words.startsWith("size: a film of ") && words.contains("choose at "), words);
    }
    window.onFx(() -> {
      window.find("film.size", ComboBox.class).getEditor().setText("640 x 360");
      return true;
    });
    assertFalse(window.onFx(() -> window.find("film.export", Button.class).isDisabled()));
  }

  @Test
  void aPictureIsAskedForWithoutFramesAndSeconds() throws TimeoutException {
    hands.press("Ctrl+Shift+E");

    assertFalse(window.has("film.rate"));
    assertFalse(window.has("film.ticks"));
    assertTrue(window.has("film.tick"));
    String words = window.onFx(() -> window.find("film.message", Label.class).getText());
    assertFalse(words.contains(" s") || words.contains("frames"), words);
    hands.press("ESCAPE");

    hands.press("Ctrl+E");
    assertTrue(window.has("film.rate"));
    assertTrue(window.has("film.ticks"));
  }

  @Test
  void theFirstCtrlBPutsTheKeyboardIntoTheConditionField() throws TimeoutException {
    hands.press("Ctrl+B");

    assertEquals("breakpoint.new", focused());
    hands.press("E");
    assertEquals(0, tick(), "a letter that is typed is no shortcut");
  }

  @Test
  void whatIsTypedRightAfterCtrlBIsAllInTheConditionField() throws TimeoutException {
    var before = window.onFx(() -> document.view().state());

    hands.hurry("Ctrl+B", "collision");

    assertEquals(
        "collision", window.onFx(() -> window.find("breakpoint.new", TextField.class).getText()));
    assertEquals(before, window.onFx(() -> document.view().state()), "no letter was a shortcut");
  }

  @Test
  void whatIsTypedRightAfterCtrlBIsInAPaneThatWasBehindAnotherFromTheStart()
      throws TimeoutException {
    PaneId breakpoints = PaneId.of(PaneKinds.BREAKPOINTS);
    window.onFx(() -> {
      document
          .layout()
          .send(new LayoutCommand.Open(breakpoints, PaneKinds.home(PaneKinds.BREAKPOINTS)));
      document.layout().send(new LayoutCommand.Show(PaneId.of("agents")));
      return true;
    });
    window.settle();
    hands.press("Ctrl+W");
    Document again = window.open(SampleRecording.in(folder));
    assertTrue(window.onFx(() -> again.layout().state().holds(breakpoints)));
    assertFalse(window.onFx(() -> again.layout().state().inFront(breakpoints)));
    var before = window.onFx(() -> again.view().state());

    hands.hurry("Ctrl+B", "collision");

    assertEquals(
        "collision", window.onFx(() -> window.find("breakpoint.new", TextField.class).getText()));
    assertEquals(before, window.onFx(() -> again.view().state()), "no letter was a shortcut");
  }

  @Test
  void whatIsTypedRightAfterCtrlGIsTheTickWhereTheTimelineWasClosedToo() throws TimeoutException {
    send(new TimelineCommand.Seek(4));
    window.onFx(() -> {
      document.layout().send(new LayoutCommand.Close(PaneId.of(PaneKinds.TIMELINE)));
      return true;
    });
    window.settle();

    hands.hurry("Ctrl+G", "17");
    hands.press("Enter");

    assertEquals(17, tick());
  }

  @Test
  void thePaneWithTheKeyboardKeepsItWhenAnotherIsOpened() throws TimeoutException {
    window.onFx(() -> {
      window.find("tick", TextField.class).requestFocus();
      return true;
    });
    window.settle();

    window.onFx(() -> {
      document
          .layout()
          .send(
              new LayoutCommand.Open(
                  PaneId.of(PaneKinds.BRANCHES), PaneKinds.home(PaneKinds.BRANCHES)));
      return true;
    });
    window.settle();

    assertEquals("tick", focused());
  }

  @Test
  void ctrlBFindsTheConditionFieldBehindAnotherPaneToo() throws TimeoutException {
    PaneId breakpoints = PaneId.of(PaneKinds.BREAKPOINTS);
    window.onFx(() -> {
      document
          .layout()
          .send(new LayoutCommand.Open(breakpoints, PaneKinds.home(PaneKinds.BREAKPOINTS)));
      PaneId other =
          document.layout().state().panes().stream()
              .filter(pane -> pane.kind().equals("tick"))
              .findFirst()
              .orElseThrow();
      document.layout().send(new LayoutCommand.Show(other));
      return true;
    });
    window.settle();

    hands.press("Ctrl+B");
    assertEquals("breakpoint.new", focused());
  }

  @Test
  void aRunOnThatIsRefusedLeavesTheChangesOnTheList() throws TimeoutException {
    List<Edit> changes =
        List.of(
            new Edit.ObservedNumber(3, 1, 0, 0.5f), new Edit.PolicyChange(5, "no such file", ""));
    BranchController branchController =
        window.onFx(() -> BranchController.of(document, window.context()));
    window.until(() -> branchController.state().branches().isPresent());
    window.onFx(() -> {
      changes.forEach(branchController::propose);
      branchController.runOn();
      return true;
    });
    window.settle();

    assertEquals(changes, window.onFx(() -> branchController.state().pending()));
    assertTrue(window.onFx(() -> window.context().notices().state().shown().isPresent()));
  }

  @Test
  void wipingAMemoryIsOfferedOnlyWhereThereIsOne() throws TimeoutException {
    window.onFx(() -> {
      document
          .layout()
          .send(
              new LayoutCommand.Open(
                  PaneId.of(PaneKinds.BRANCHES), PaneKinds.home(PaneKinds.BRANCHES)));
      return true;
    });
    window.settle();
    ButtonBase wipe = window.find("branch.wipe", ButtonBase.class);
    assertFalse(window.onFx(wipe::isVisible), "the scripted driver remembers nothing");

    BranchController branchController =
        window.onFx(() -> BranchController.of(document, window.context()));
    window.onFx(() -> {
      branchController.propose(new Edit.PolicyChange(5, "drive-near", ""));
      return true;
    });
    window.settle();
    assertTrue(window.onFx(wipe::isVisible), "another policy may");
  }

  @Test
  void takingTheWheelKeepsTheSelectionAndTheFollow() throws TimeoutException {
    window.onFx(() -> {
      document.view().send(new ViewCommand.Follow(2));
      return true;
    });
    send(new TimelineCommand.Seek(4));
    hands.tap("Shift+W");
    window.until(() -> front() != document);
    Document driven = window.onFx(this::front);

    assertEquals(2, window.onFx(() -> driven.view().state().selected()));
    assertEquals(CameraMode.FOLLOW, window.onFx(() -> driven.view().state().view().mode()));
    hands.tap("ESCAPE");
    window.until(() -> !window.context().workspace().state().tabs().contains(driven));
    window.settle();
    assertEquals(2, window.onFx(() -> document.view().state().selected()));
  }

  private Document front() {
    return window.context().workspace().state().document().orElseThrow();
  }

  private List<Node> choices() {
    return window.onFx(() ->
        window.stage().getScene().getRoot().lookupAll("*").stream()
            .filter(node ->
                (node instanceof ComboBox<?> box && !box.isEditable())
                    || node instanceof ChoiceBox<?>)
            .filter(node -> node.isVisible() && !node.isDisabled())
            .toList());
  }

  private Landmark chosen() {
    return window.onFx(() -> document.timelineModel().events().seek().state().chosen());
  }

  private String told() {
    return window.onFx(() -> window.find("seekTold", Label.class).getText());
  }

  private String focused() {
    return window.onFx(() -> {
      Node owner = window.stage().getScene().getFocusOwner();
      return owner == null ? "nothing" : String.valueOf(owner.getId());
    });
  }

  private void send(TimelineCommand command) throws TimeoutException {
    window.onFx(() -> {
      document.timeline().send(command);
      return true;
    });
    window.settle();
  }

  private int tick() {
    return window.onFx(() -> document.timeline().state().tick());
  }

  @Test
  void noAgentIsNoOneWhereThereAreMore() {
    assertEquals(Moment.NO_AGENT, window.onFx(() -> document.view().state().selected()));
  }
}
