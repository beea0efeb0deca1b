package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.training.QueueNotice;
import dev.hindsight.trainer.run.ledger.RunId;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunQueue;
import dev.hindsight.trainer.run.ledger.RunStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javafx.scene.Node;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs one after the other: what is asked before another begins, and the queue.
class RunQueueWindowTest {
  @TempDir private Path home;

  private TrainingUser user;
  private WindowUnderTest window;

  @BeforeEach
  void openTheWindow() throws TimeoutException {
    user = new TrainingUser(home);
    window = user.window;
  }

  @AfterEach
  void closeTheWindow() {
    user.close();
  }

  @Test
  void anotherRunBeginsOnlyWhenTheUserSaysSoAndShowsNothingOfTheLast() throws TimeoutException {
    user.train(100_000);
    window.until(() -> user.badge().equals("Healthy"));
    window.onFx(() -> {
      window.find("training.rate", TextField.class).setText("0.25");
      return true;
    });
    window.press("training.rate.apply");
    window.until(() -> !user.run().changes().isEmpty());

    window.press("training.toForm");
    window.onFx(() -> {
      window.find("knob.updates", TextField.class).setText("2");
      return true;
    });
    window.press("training.train");
    window.until(() -> window.find("training.question", Node.class).isVisible());
    assertEquals(1, RunLedger.ofUser().runs().size());
    window.press("training.question.cancel");
    window.press("training.toRun");
    assertEquals("Healthy", user.badge(), "the run goes on");

    window.press("training.toForm");
    window.press("training.train");
    window.press("training.question.stop");
    window.until(() -> RunLedger.ofUser().runs().size() == 2 && user.badge().equals("Finished"));
    assertEquals(RunStatus.STOPPED, RunLedger.ofUser().runs().getFirst().status());
    assertEquals("1", window.onFx(() -> window.find("training.rate", TextField.class).getText()));
    assertFalse(
        window.<Boolean>onFx(() -> window.find("training.question", Node.class).isVisible()));
  }

  /// The first run ends by itself, before the user has answered.
  @Test
  void whatWasAskedForBeginsWhenTheRunBehindTheQuestionEnds() throws TimeoutException {
    user.train(100_000);
    window.until(() -> user.badge().equals("Healthy"));
    window.press("training.toForm");
    window.onFx(() -> {
      window.find("knob.updates", TextField.class).setText("2");
      return true;
    });
    window.press("training.train");
    window.until(() -> window.find("training.question", Node.class).isVisible());
    window.press("training.toRun");
    window.press("training.stop");
    window.until(() -> user.badge().equals("Finished"));
    assertFalse(
        window.<Boolean>onFx(() -> window.find("training.question", Node.class).isVisible()));
    assertEquals(2, RunLedger.ofUser().runs().size());
  }

  @Test
  void runsOfTheQueueStartInItsOrderWhenTheOneBeforeHasEndedOrCannotStart()
      throws TimeoutException {
    user.train(100_000);
    window.until(() -> user.badge().equals("Healthy"));
    queue(2);
    queue(3);
    RunQueue.ofUser().add(new RunId("gone-1"));
    window.press("training.toQueue");
    ListView<?> list = window.find("training.queue", ListView.class);
    window.until(() -> list.getItems().size() == 3);
    for (int place : new int[] {2, 1}) {
      window.onFx(() -> {
        list.getSelectionModel().select(place);
        return true;
      });
      window.press("training.queue.up");
      window.until(() -> list.getSelectionModel().getSelectedIndex() == place - 1);
    }
    window.onFx(() -> {
      list.getSelectionModel().select(2);
      return true;
    });
    window.press("training.queue.up");
    window.until(() -> user.words("training.toQueue").equals("Queue (3)"));
    window.until(() -> list.getSelectionModel().getSelectedIndex() == 1);
    assertEquals(1, RunLedger.ofUser().runs().size(), "all wait");

    window.press("training.toRun");
    window.press("training.stop");
    window.until(() -> RunLedger.ofUser().runs().size() == 3 && user.badge().equals("Finished"));
    window.until(() -> RunQueue.ofUser().runs().isEmpty());
    assertEquals(
        List.of(100_000L, 3L, 2L),
        RunLedger.ofUser().runs().stream().map(run -> run.start().updatesInAll()).toList());
    assertTrue(
        window.context().notices().state().open().stream()
            .anyMatch(notice -> notice.text().contains("gone-1")),
        "what cannot start is told");
    window.until(() -> user.words("training.toQueue").equals("Queue"));
  }

  @Test
  void theQueueOutlivesItsTab() throws TimeoutException {
    user.train(100_000);
    window.until(() -> user.badge().equals("Healthy"));
    queue(2);
    window.onFx(() -> {
      window.context().close(window.context().workspace().state().active().orElseThrow());
      return true;
    });
    window.until(() -> user.run().status() == RunStatus.STOPPED);
    assertTrue(
        window.context().notices().state().open().stream()
            .anyMatch(notice -> notice.headline().contains("stay in the queue: 1")));
    assertEquals(1, RunQueue.ofUser().runs().size());

    user.open();
    window.until(() -> user.words("training.toQueue").equals("Queue (1)"));
    window.press("training.toQueue");
    window.press("training.queue.start");
    window.until(() -> RunLedger.ofUser().runs().size() == 2 && user.badge().equals("Finished"));
    assertEquals(2, user.run().start().updatesInAll());
  }

  @Test
  void aQueueOfAnEarlierWindowIsMentionedAtTheStart() throws TimeoutException {
    RunQueue.ofUser().add(new RunId("darkroom-1"));
    window.onFx(() -> {
      QueueNotice.ofEarlierWindows(window.context());
      return true;
    });
    window.until(() ->
        window.context().notices().state().open().stream()
            .anyMatch(notice -> notice.headline().contains("stay in the queue: 1")));
  }

  /// Puts a run of some updates into the queue.
  private void queue(int updates) throws TimeoutException {
    int before = RunQueue.ofUser().runs().size();
    window.press("training.toForm");
    window.onFx(() -> {
      window.find("knob.updates", TextField.class).setText("" + updates);
      return true;
    });
    window.press("training.train");
    window.press("training.question.queue");
    window.until(() -> RunQueue.ofUser().runs().size() == before + 1);
  }
}
