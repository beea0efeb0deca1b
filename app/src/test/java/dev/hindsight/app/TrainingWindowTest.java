package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WorkspaceCommand;
import dev.hindsight.app.workspace.WorkspaceTab;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ComboBox;
import javafx.scene.control.MenuButton;
import javafx.scene.control.Spinner;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// From an empty window to a policy that is trained, viewed, recorded, stopped and resumed.
class TrainingWindowTest {
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
  void aPolicyTrainsIsWatchedAndRecorded() throws TimeoutException {
    user.train(4);
    window.until(() -> user.badge().equals("Finished"));

    assertEquals(4, user.reports().size());
    assertTrue(window.<Boolean>onFx(() -> user.words("training.gates").contains("first-update")));
    window.until(() -> user.words("training.scene.words").equals("after update 4"));

    window.press("training.record");
    window.until(() ->
        window
            .context()
            .workspace()
            .state()
            .active()
            .filter(Document.class::isInstance)
            .isPresent());
    Document document =
        window.onFx(() -> window.context().workspace().state().document()).orElseThrow();
    assertEquals("darkroom", document.rollout().manifest().environment().id());
  }

  @Test
  void anEpisodeOfTheCurrentPolicyIsPlayedToItsLastTrialBeforeANewerOne() throws TimeoutException {
    user.train(100_000);
    window.until(() -> window.has("training.scene.place"));
    window.until(() -> user.words("training.scene.place").startsWith("Trial 1 / 4"));
    window.onFx(() -> {
      window.find("training.scene.interval", Spinner.class).getEditor().setText("1");
      window.find("training.scene.interval", Spinner.class).commitValue();
      return true;
    });
    String first = window.onFx(() -> user.words("training.scene.words"));
    window.until(() -> user.words("training.scene.place").startsWith("Trial 4 / 4"));
    assertEquals(first, window.onFx(() -> user.words("training.scene.words")), "the same episode");
    window.until(() -> !user.words("training.scene.words").equals(first));
    window.press("training.stop");
    window.until(() -> user.badge().equals("Stopped"));
  }

  @Test
  void softActorCriticIsChosenInTheFormAndHasChartsOfItsOwn() throws TimeoutException {
    user.open();
    window.onFx(() -> {
      ComboBox<?> ways = window.find("training.algorithm", ComboBox.class);
      ways.getSelectionModel().selectLast();
      return true;
    });
    window.until(() -> window.has("training.knobs.sac"));
    user.train(
        Map.of(
            "num_envs", "2",
            "hidden_size", "8",
            "rollout_fragment_length", "20",
            "num_steps_sampled_before_learning_starts", "30",
            "train_batch_size_per_learner", "8",
            "training_intensity", "1",
            "updates", "4"));
    window.until(() -> user.badge().equals("Finished"));

    assertEquals("sac", user.run().start().algorithm());
    window.until(() -> !window.has("chart.kl"));
    assertTrue(window.has("chart.temperature"));
  }

  @Test
  void aRunThatIsStoppedIsResumedAndLosesNothing() throws TimeoutException {
    user.train(100_000);
    window.until(() -> user.badge().equals("Healthy"));
    window.press("training.stop");
    window.until(() -> user.badge().equals("Stopped"));
    int done = user.reports().size();
    assertTrue(done >= 1);

    window.press("training.stop");
    window.until(() -> user.badge().equals("Healthy") && user.reports().size() > done);
    window.press("training.stop");
    window.until(() -> user.badge().equals("Stopped"));

    assertEquals(1, RunLedger.ofUser().runs().size());
    assertEquals(user.reports().size(), user.reports().getLast().update());
  }

  @Test
  void aRunWhoseFolderWasMovedGoesOnWhereTheUserSaysItIs() throws Exception {
    user.train(100_000);
    window.until(() -> user.badge().equals("Healthy"));
    window.press("training.stop");
    window.until(() -> user.badge().equals("Stopped"));
    int done = user.reports().size();
    Path before = user.run().start().folder();
    Path moved = Files.move(before, before.resolveSibling("moved"));

    window.answer(moved);
    window.press("training.stop");
    window.until(() -> user.badge().equals("Healthy") && user.reports().size() > done);
    window.press("training.stop");
    window.until(() -> user.badge().equals("Stopped"));

    assertEquals(moved, user.run().start().folder());
    assertFalse(Files.exists(before));
    assertEquals(user.reports().size(), user.reports().getLast().update());
  }

  @Test
  void aRunWaitsAndGoesOnAndItsLearningRateCanBeChanged() throws TimeoutException {
    user.train(100_000);
    window.until(() -> user.badge().equals("Healthy"));
    window.press("training.pause");
    window.until(() -> user.badge().equals("Paused"));
    window.onFx(() -> {
      window.find("training.rate", TextField.class).setText("0.25");
      return true;
    });
    window.press("training.rate.apply");
    window.press("training.pause");
    window.until(() -> user.badge().equals("Healthy"));
    window.until(() -> !user.run().changes().isEmpty());
    window.until(() ->
        user.run().changes().stream()
            .anyMatch(c -> c.what().equals("learning_rate_factor") && c.value() == 0.25));
    assertEquals("0.25", value());
    choose("ppo.ent_coef");
    assertEquals("0.01", value());
    window.onFx(() -> {
      window.find("training.rate", TextField.class).setText("0.2");
      return true;
    });
    window.press("training.rate.apply");
    window.until(() -> "0.2".equals(user.run().settings().get("ppo.ent_coef")));
    window.until(() -> value().equals("0.2"));
    choose("ppo.num_envs");
    assertTrue(
        window.<Boolean>onFx(() -> window.find("training.rate.apply", Button.class).isDisabled()));
    assertTrue(
        window.<Boolean>onFx(
            () -> user.words("training.setting.refusal").contains("depend on it")));
    choose("Learning rate ×");
    assertEquals("0.25", value());
  }

  private String value() {
    return window.onFx(() -> window.find("training.rate", TextField.class).getText());
  }

  /// Chooses a setting of the run.
  private void choose(String name) throws TimeoutException {
    ComboBox<String> settings = settings();
    window.until(() -> settings.getItems().contains(name));
    window.onFx(() -> {
      settings.setValue(name);
      return true;
    });
  }

  @SuppressWarnings("unchecked") // a choice among texts
  private ComboBox<String> settings() {
    return window.find("training.setting", ComboBox.class);
  }

  @Test
  void aBreakpointHasTheRunWaitAndOpensWhatLedToIt() throws TimeoutException {
    user.train(100_000);
    window.until(() -> user.badge().equals("Healthy"));
    WorkspaceTab training =
        window.onFx(() -> window.context().workspace().state().active().orElseThrow());
    MenuButton breaks = window.find("training.breaks", MenuButton.class);
    CheckMenuItem goal =
        window.onFx(() ->
            breaks.getItems().stream()
                .filter(item -> item.getText().startsWith("Goal reached"))
                .map(CheckMenuItem.class::cast)
                .findFirst()
                .orElseThrow());
    window.onFx(() -> {
      goal.setSelected(true);
      goal.fire();
      return true;
    });
    window.until(() -> window.context().workspace().state().document().isPresent());
    Document document =
        window.onFx(() -> window.context().workspace().state().document()).orElseThrow();
    window.until(() -> document.timeline().state().tick() == document.rollout().ticks() - 1);
    int agent = window.onFx(() -> document.view().state().selected());
    int tick = document.rollout().ticks() - 1;
    Channel event = document.rollout().channel("event").orElseThrow();
    assertTrue(((int) event.value(tick, agent) & EventBits.GOAL) != 0, "at the last tick");
    assertTrue(document.rollout().channel("logits").isPresent(), "with what the policy said");

    window.onFx(() -> {
      window.context().workspace().send(new WorkspaceCommand.Activate(training));
      goal.setSelected(false);
      goal.fire();
      return true;
    });
    window.until(() -> window.has("training.badge") && user.badge().equals("Paused"));
    long done = user.reports().size();
    window.press("training.pause");
    window.until(() -> user.badge().equals("Healthy") && user.reports().size() > done);
  }

  @Test
  void closingTheTabStopsTheRunCleanly() throws TimeoutException {
    user.train(100_000);
    window.until(() -> user.badge().equals("Healthy"));

    window.onFx(() -> {
      window.context().close(window.context().workspace().state().active().orElseThrow());
      return true;
    });

    window.until(() -> user.run().status() == RunStatus.STOPPED);
  }

  @Test
  void weightsThatOverflowFailTheRunAndItSaysWhere() throws TimeoutException {
    user.train(1);
    window.until(() -> user.badge().equals("Finished"));
    Path poisoned = poisoned(new RunFolder(user.run().start().folder()).latest());

    window.press("training.toForm");
    window.answer(poisoned);
    window.press("training.parent.browse");
    window.press("training.train");
    window.until(() -> user.badge().equals("Failed"));
    assertEquals(2, RunLedger.ofUser().runs().size(), user.words("training.sentence"));

    assertTrue(
        window.<Boolean>onFx(
            () -> user.words("training.sentence").startsWith("Before the first update finished:")));
    assertEquals(RunStatus.NOT_FINITE, user.run().status());
  }

  @Test
  void whatIsTypedWrongIsToldAndCannotBeTrained() throws TimeoutException {
    user.open();
    window.onFx(() -> {
      window.find("training.seed", TextField.class).setText("one");
      return true;
    });

    assertTrue(
        window.<Boolean>onFx(() -> window.find("training.train", Button.class).isDisabled()));
    assertTrue(window.<Boolean>onFx(() -> user.words("training.message").contains("'one'")));
  }

  private static Path poisoned(Path file) {
    Checkpoint checkpoint = Checkpoints.read(file).weights();
    List<Tensor> tensors = new ArrayList<>();
    checkpoint
        .tensors()
        .forEach((name, tensor) -> {
          float[] values = tensor.values().clone();
          java.util.Arrays.fill(values, 3e38f);
          tensors.add(new Tensor(name, tensor.shape(), values));
        });
    Path out = file.resolveSibling("poisoned.safetensors");
    Checkpoints.write(out, tensors, checkpoint.metadata());
    return out;
  }
}
