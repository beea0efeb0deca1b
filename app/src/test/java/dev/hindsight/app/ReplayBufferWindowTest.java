package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.replay.ReplayRow;
import dev.hindsight.app.replay.ReplayStep;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.training.RunLauncher;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.WorkspaceTab;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.RunContext;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Labeled;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The replay buffer of a run that trains in the window, and of earlier runs.
class ReplayBufferWindowTest {
  private static final Path PICTURES = Path.of("target", "screenshots");

  private static final Map<String, String> SPREAD =
      Map.ofEntries(
          Map.entry("num_envs", "4"),
          Map.entry("hidden_size", "8"),
          Map.entry("rollout_fragment_length", "25"),
          Map.entry("resample_frequency", "100"),
          Map.entry("capacity", "500"),
          Map.entry("num_steps_sampled_before_learning_starts", "50"),
          Map.entry("train_batch_size_per_learner", "16"),
          Map.entry("training_intensity", "4"),
          Map.entry("replay_buffer", "prioritised"),
          Map.entry("updates", "9"));

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

  private static void trainBeforehand(TrainingRequest request) {
    RunLauncher.begin(request, RunContext.usualHome(), _ -> {})
        .run(Progress.SILENT, new Cancellation());
  }

  private static TrainingRequest spread(Map<String, String> more) {
    return TrainingRequest.of("spread").by("sac").with(SPREAD).with(more);
  }

  private void showBufferOfTheOnlyRun() throws TimeoutException {
    window.press("button.file.train");
    window.until(() -> window.has("training.toRuns") && window.has("knob.size"));
    window.press("training.toRuns");
    window.until(() -> window.has("training.runs") && runs().getItems().size() == 1);
    window.onFx(() -> {
      runs().getSelectionModel().clearAndSelect(0);
      return true;
    });
    window.settle();
  }

  private TableView<?> runs() {
    return window.find("training.runs", TableView.class);
  }

  @SuppressWarnings("unchecked")
  private TableView<ReplayRow> episodes() {
    return window.find("replay.episodes", TableView.class);
  }

  @SuppressWarnings("unchecked")
  private TableView<ReplayStep> steps() {
    return window.find("replay.steps", TableView.class);
  }

  private String words(String id) {
    return window.onFx(() -> window.find(id, Labeled.class).getText());
  }

  private Document opened() throws TimeoutException {
    window.until(() ->
        window
            .context()
            .workspace()
            .state()
            .active()
            .filter(Document.class::isInstance)
            .isPresent());
    return window.onFx(() -> window.context().workspace().state().document()).orElseThrow();
  }

  @Test
  void anEpisodeOfAnEarlierRunOpensAtTheSelectedStep() throws TimeoutException, IOException {
    trainBeforehand(spread(Map.of()));
    showBufferOfTheOnlyRun();
    window.press("training.buffer");
    window.until(() -> window.has("replay.episodes") && episodes().getItems().size() == 20);
    assertTrue(words("replay.title").endsWith("after update 9"), words("replay.title"));
    assertTrue(words("replay.summary").startsWith("500 of 500 steps"), words("replay.summary"));
    ReplayRow row =
        window.onFx(() -> {
          episodes().getSelectionModel().clearAndSelect(11);
          return episodes().getItems().get(11);
        });
    window.until(() -> steps().getItems().size() == 25);
    window.onFx(() -> {
      steps().getSelectionModel().clearAndSelect(7);
      return true;
    });
    pictures();
    assertEquals(List.of(11, 7), selected(), "pictures change no selection");

    window.press("replay.open");
    Document document = opened();
    window.until(() -> document.timeline().state().tick() == row.firstTick() + 7);
    assertEquals("spread", document.rollout().manifest().environment().id());
    assertEquals(
        "replay_buffer",
        Objects.requireNonNull(document.rollout().manifest().extra().get("repeats"))
            .path("of")
            .asText());
  }

  private List<Integer> selected() {
    return window.onFx(() ->
        List.of(
            episodes().getSelectionModel().getSelectedIndex(),
            steps().getSelectionModel().getSelectedIndex()));
  }

  private void pictures() throws TimeoutException, IOException {
    Files.createDirectories(PICTURES);
    for (Theme theme : Theme.values()) {
      window.onFx(() -> {
        window.context().preferences().send(kept -> kept.with(theme));
        return true;
      });
      for (int[] size : new int[][] {{1024, 700}, {1280, 800}}) {
        WindowScreenshots screenshots =
            new WindowScreenshots(
                window, PICTURES, theme.name().toLowerCase(Locale.ROOT), size[0], size[1]);
        screenshots.take("replay-buffer");
        assertEquals(List.of(), screenshots.cutOff());
      }
    }
  }

  /// The buffer fills while it is shown, and the selected episode stays selected.
  @Test
  void theBufferOfTheRunThatTrainsIsShownAndFollowed() throws TimeoutException {
    window.press("button.file.train");
    window.until(() -> window.has("training.train") && window.has("knob.size"));
    window.settle();
    window.press("training.toReplay");
    assertTrue(words("replay.title").startsWith("Train a run of soft actor-critic"));
    assertTrue(window.onFx(() -> window.find("replay.open", Button.class).isDisabled()));
    window.press("training.toForm");
    window.onFx(() -> {
      window
          .find("training.algorithm", javafx.scene.control.ComboBox.class)
          .getSelectionModel()
          .selectLast();
      return true;
    });
    window.until(() -> window.has("training.knobs.sac"));
    window.onFx(() -> {
      window.find("training.sheets", TabPane.class).getSelectionModel().select(1);
      return true;
    });
    window.until(() -> window.has("knob.updates"));
    window.onFx(() -> {
      Map.of(
              "num_envs", "2",
              "hidden_size", "8",
              "rollout_fragment_length", "20",
              "num_steps_sampled_before_learning_starts", "30",
              "train_batch_size_per_learner", "8",
              "training_intensity", "1",
              "updates", "100000")
          .forEach((name, text) -> window.find("knob." + name, TextField.class).setText(text));
      return true;
    });
    window.press("training.train");
    window.press("training.toReplay");
    window.until(() -> window.has("replay.episodes") && !episodes().getItems().isEmpty());
    ReplayRow first =
        window.onFx(() -> {
          episodes().getSelectionModel().clearAndSelect(0);
          return episodes().getItems().getFirst();
        });
    window.until(() -> episodes().getItems().getFirst().steps() > first.steps());
    assertTrue(
        window.onFx(() -> episodes().getSelectionModel().getSelectedItem().same(first)),
        "the same episode, older");
    assertTrue(words("replay.summary").contains("drawn equally often"), words("replay.summary"));
    window.press("replay.open");
    Document document = opened();
    assertEquals("darkroom", document.rollout().manifest().environment().id());
    window.onFx(() -> {
      window.context().workspace().state().tabs().stream()
          .filter(dev.hindsight.app.workspace.TrainingTab.class::isInstance)
          .findFirst()
          .map(WorkspaceTab.class::cast)
          .ifPresent(tab ->
              window
                  .context()
                  .workspace()
                  .send(new dev.hindsight.app.workspace.WorkspaceCommand.Close(tab)));
      return true;
    });
    window.settle();
  }

  @Test
  void aRunWithoutABufferHasNoButtonAndADamagedCheckpointIsOneSentence()
      throws TimeoutException, IOException {
    trainBeforehand(spread(Map.of("group_mode", "dtde", "updates", "3")));
    showBufferOfTheOnlyRun();
    window.press("training.buffer");
    window.until(() -> window.has("replay.episodes") && !episodes().getItems().isEmpty());
    assertEquals(3, words("replay.summary").lines().count(), "a buffer for each member");
    assertTrue(
        window.onFx(() ->
            episodes().getItems().getLast().buffer() == 2
                && episodes().getColumns().get(1).isVisible()));
    Path latest = new RunFolder(RunLedger.ofUser().runs().getFirst().start().folder()).latest();
    byte[] whole = Files.readAllBytes(latest);
    Files.write(latest, java.util.Arrays.copyOf(whole, whole.length / 2));
    window.press("replay.refresh");
    window.until(() -> episodes().getItems().isEmpty());
    assertEquals(1, words("replay.summary").lines().count(), words("replay.summary"));
    assertTrue(words("replay.summary").contains("latest.safetensors"), words("replay.summary"));
    assertFalse(words("replay.summary").contains("Exception"), words("replay.summary"));
    assertTrue(window.onFx(() -> window.find("replay.open", ButtonBase.class).isDisabled()));
    trainBeforehand(
        TrainingRequest.of("darkroom")
            .with(
                Map.of("num_envs", "8", "hidden_size", "8", "feed_forward", "8", "updates", "1")));
    window.press("training.toRuns");
    window.until(() -> window.has("training.runs") && runs().getItems().size() == 2);
    window.onFx(() -> {
      runs().getSelectionModel().clearAndSelect(0);
      return true;
    });
    assertTrue(window.onFx(() -> window.find("training.buffer", ButtonBase.class).isDisabled()));
  }
}
