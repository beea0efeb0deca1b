package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.training.RunLauncher;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.RunContext;
import dev.hindsight.trainer.run.session.TrainingCommand;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.run.session.TrainingRun;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The window asks before a run begins or continues with what another version left.
class VersionQuestionTest {
  @TempDir private Path home;

  private TemporaryHome moved;
  private WindowUnderTest window;

  @BeforeEach
  void openTheWindow() throws TimeoutException {
    moved = new TemporaryHome(home);
    window = new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of()));
  }

  @AfterEach
  void closeTheWindow() {
    window.close();
    moved.close();
  }

  /// A run that was stopped after its first update of many.
  private static RunRecord stopped() {
    List<TrainingRun> run = new ArrayList<>();
    TrainingRequest request =
        TrainingRequest.of("darkroom")
            .with(
                Map.of(
                    "num_envs", "8",
                    "hidden_size", "8",
                    "feed_forward", "8",
                    "update_epochs", "1",
                    "updates", "100000"));
    run.add(
        RunLauncher.begin(
            request,
            RunContext.usualHome(),
            event -> {
              if (event instanceof TrainingEvent.Updated) {
                run.getFirst().command(new TrainingCommand.Stop());
              }
            }));
    var _ = run.getFirst().run(Progress.SILENT, new Cancellation());
    return record();
  }

  private static RunRecord record() {
    return RunLedger.ofUser().runs().getLast();
  }

  private void openRuns() throws TimeoutException {
    window.press("button.file.train");
    window.until(() -> window.has("knob.size"));
    window.press("training.toRuns");
    window.until(() -> window.has("training.runs"));
    TableView<?> runs = window.find("training.runs", TableView.class);
    window.until(() -> runs.getItems().size() == 1);
    window.onFx(() -> {
      runs.getSelectionModel().clearAndSelect(0);
      return true;
    });
  }

  private boolean asks() {
    return window.onFx(() -> window.find("training.versions", Node.class).isVisible());
  }

  private boolean trains() {
    return window.has("training.badge")
        && window.<Boolean>onFx(
            () -> window.find("training.badge", Labeled.class).getText().equals("Healthy"));
  }

  @Test
  void aBudgetThatCutsEpisodesIsNamedBeforeTraining() throws TimeoutException {
    window.press("button.file.train");
    window.until(() -> window.has("knob.train_batch_size"));
    window.type("knob.train_batch_size", "8");
    window.press("training.train");
    window.until(this::asks);
    assertTrue(
        window.words("training.versions.words").contains("whole episodes need train_batch_size="),
        window.words("training.versions.words"));
    assertEquals(List.of(), RunLedger.ofUser().runs());
  }

  @Test
  void aRunOfOtherCodeIsResumedOnlyWhenTheUserSaysSo() throws TimeoutException, IOException {
    RunRecord run = stopped();
    Path ledger = home.resolve("data/ledger.jsonl");
    Files.writeString(
        ledger,
        Files.readString(ledger)
            .replace("\"codeVersion\":\"" + run.start().codeVersion(), "\"codeVersion\":\"0.0.9"));
    openRuns();
    window.press("training.resume");
    window.until(this::asks);
    String words = window.onFx(() -> window.find("training.versions.words", Label.class).getText());
    assertTrue(words.contains("0.0.9") && words.endsWith("."), words);
    assertEquals(1, record().takenUp(), "nothing has begun");
    window.press("training.versions.cancel");
    window.until(() -> !asks());
    assertEquals(1, record().takenUp());

    window.press("training.resume");
    window.until(this::asks);
    window.press("training.versions.begin");
    window.until(this::trains);
    assertEquals(2, record().takenUp());
    window.press("training.stop");
    window.until(() -> record().status() == RunStatus.STOPPED);
  }

  @Test
  void aRunOfThisVersionIsResumedWithoutAQuestion() throws TimeoutException {
    stopped();
    openRuns();
    window.press("training.resume");
    window.until(this::trains);
    assertFalse(asks());
    window.press("training.stop");
    window.until(() -> record().status() == RunStatus.STOPPED);
  }

  @Test
  void aParentOfAnotherVersionOfTheEnvironmentIsAskedAbout() throws TimeoutException {
    String older = CheckpointOfVersion.in(home, "0").toString();
    window.press("button.file.train");
    window.until(() -> window.has("training.parent.box"));
    window.settle();
    window.onFx(() -> {
      @SuppressWarnings("unchecked") // a choice among texts
      ComboBox<String> parent = window.find("training.parent.box", ComboBox.class);
      parent.setValue(older);
      return true;
    });
    window.press("training.train");
    window.until(this::asks);
    assertTrue(
        window
            .<String>onFx(() -> window.find("training.versions.words", Label.class).getText())
            .contains("version 0"));
    assertEquals(List.of(), RunLedger.ofUser().runs());
    window.press("training.versions.cancel");
    window.until(() -> !asks());
    assertEquals(List.of(), RunLedger.ofUser().runs());
  }
}
