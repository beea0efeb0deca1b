package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.branch.BranchDesk;
import dev.hindsight.app.branch.BranchState;
import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowPlace;
import dev.hindsight.app.window.Shell;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.trainer.branch.Branch;
import dev.hindsight.trainer.branch.Outcome;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.Spinner;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What somebody does who asks what would have helped: open the sample, go to the first collision,
/// back five ticks, make the car brake, run on; see the changed score.
class TimeMachineTest {

  /// Acceleration -4 m/s², steering straight.
  private static final int BRAKE = 6;

  /// Ticks the brake is held: until the crossing is free.
  private static final int HELD = 30;

  @TempDir private Path home;

  private MovedHome moved;
  private WindowUnderTest window;
  private Hands hands;

  @BeforeEach
  void openTheWindow() throws TimeoutException {
    moved = new MovedHome(home);
    window = new WindowUnderTest(new Preferences(Theme.DARK, WindowPlace.SMALLEST, List.of()));
    hands = new Hands(window);
    window.settle();
  }

  @AfterEach
  void closeTheWindow() {
    window.close();
    moved.close();
  }

  @Test
  void aCarThatBrakesBeforeTheFirstCollisionComesToAnotherScore() throws TimeoutException {
    hands.press("Enter");
    Document document = opened(1);
    hands.press("K");
    hands.press("E");
    int agent = window.onFx(() -> document.view().state().selected());
    int collision = tick(document);
    for (int i = 0; i < 5; i++) {
      hands.press("Left");
    }
    assertEquals(collision - 5, tick(document));
    run("panel.branches");
    choose("branch.level.acceleration", 0);
    window.onFx(() -> {
      spinner().getValueFactory().setValue(HELD);
      return true;
    });
    hands.click(window.find("branch.do", Button.class));
    hands.click(window.find("branch.run", Button.class));

    Document branch = opened(2);
    Branch made = made(document, 1);
    assertTrue(
        collides(document.rollout(), agent, collision - 1),
        "agent " + agent + " collided at tick " + collision);
    try (Rollout anew = Rollouts.open(file(branch))) {
      Channel action = anew.channel("action").orElseThrow();
      for (int tick = collision - 5; tick < collision - 5 + HELD; tick++) {
        assertEquals(BRAKE, (int) action.value(tick, agent), "at " + tick);
      }
    }
    Outcome score = made.score().orElseThrow();
    assertNotEquals(score.before(), score.after());
    assertTrue(score.after().collisions() < score.before().collisions(), score.words());
    assertTrue(told().contains(score.words()), told());
  }

  @Test
  void aBranchIsRenamedAndForgottenAndItsParentIsOneStepUp() throws TimeoutException {
    hands.press("Enter");
    Document document = opened(1);
    run("panel.branches");
    window.onFx(() -> {
      document.view().send(new ViewCommand.Select(2));
      return true;
    });
    hands.click(window.find("branch.off", Button.class));
    hands.click(window.find("branch.run", Button.class));
    Document branch = opened(2);
    assertEquals("agent 2: taken off the map", made(document, 1).title());
    run("branch.up");
    window.until(() -> !window.bench().workspace().state().document().equals(Optional.of(branch)));

    BranchDesk desk = window.onFx(() -> BranchDesk.of(document, window.bench()));
    window.onFx(() -> {
      desk.rename(desk.state().branches().orElseThrow().named("1"), "without agent 2");
      return true;
    });
    window.until(
        () -> desk.state().branches().orElseThrow().named("1").title().equals("without agent 2"));
    window.onFx(() -> {
      desk.delete(desk.state().branches().orElseThrow().named("1"));
      return true;
    });
    window.until(() -> desk.state().branches().orElseThrow().all().isEmpty());
  }

  @Test
  void itReplaysHereAndSaysSo() throws TimeoutException {
    hands.press("Enter");
    Document _ = opened(1);
    run("panel.branches");
    hands.click(window.find("branch.replay", Button.class));
    window.until(() -> !window.find("branch.replayed", Label.class).getText().isEmpty());
    String words = window.find("branch.replayed", Label.class).getText();
    assertTrue(words.startsWith("Replays here: all"), words);
  }

  @Test
  void whatCannotBeDoneIsSaidWhereItWasAsked() throws TimeoutException {
    hands.press("Enter");
    Document document = opened(1);
    run("panel.branches");
    hands.click(window.find("branch.do", Button.class));
    assertTrue(
        window.find("branch.message", Label.class).getText().contains("no agent is selected"));
    window.onFx(() -> {
      document.view().send(new ViewCommand.Select(1));
      window.find("branch.pose", TextField.class).setText("somewhere");
      return true;
    });
    hands.click(window.find("branch.pose.add", Button.class));
    assertTrue(window.find("branch.message", Label.class).getText().contains("no numbers"));
  }

  private void run(String command) throws TimeoutException {
    window.onFx(() -> {
      var commands = ((Shell) window.stage().getScene().getRoot()).commands();
      commands.run(commands.named(command));
      return true;
    });
    window.settle();
  }

  /// Waits for as many tabs and until the one that is shown is recorded whole, and gives that one.
  private Document opened(int tabs) throws TimeoutException {
    window.until(() -> window.bench().workspace().state().tabs().size() == tabs);
    window.until(() ->
        window.bench().workspace().state().document().stream()
            .anyMatch(shown -> shown.rollout().complete()));
    window.settle();
    return window.onFx(() -> window.bench().workspace().state().document().orElseThrow());
  }

  private Path file(Document document) {
    return window.onFx(() -> document.rollout().file());
  }

  private Branch made(Document document, int count) {
    BranchState state = window.onFx(() -> BranchDesk.of(document, window.bench()).state());
    List<Branch> all = state.branches().orElseThrow().all();
    assertEquals(count, all.size());
    return all.getLast();
  }

  private int tick(Document document) {
    return window.onFx(() -> document.timeline().state().tick());
  }

  private String told() {
    return window.onFx(() ->
        String.join(
            "\n", window.bench().notices().state().open().stream().map(Notice::headline).toList()));
  }

  @SuppressWarnings("unchecked")
  private void choose(String id, int index) {
    window.onFx(() -> {
      window.find(id, ComboBox.class).getSelectionModel().select(index);
      return true;
    });
  }

  @SuppressWarnings("unchecked")
  private Spinner<Integer> spinner() {
    return (Spinner<Integer>) window.find("branch.hold", Spinner.class);
  }

  private static boolean collides(Rollout rollout, int agent, int tick) {
    Channel event = rollout.channel("event").orElseThrow();
    return ((int) event.value(tick, agent) & StepBuffer.COLLISION) != 0;
  }
}
