package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.training.QueueNotice;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.RecordingDraft;
import dev.hindsight.app.workspace.WorkspaceCommand;
import dev.hindsight.app.workspace.WorkspaceTab;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunId;
import dev.hindsight.trainer.run.ledger.RunLabel;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunQueue;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Control;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Spinner;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TablePosition;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// From an empty window to a policy that is trained, viewed, recorded, stopped and resumed.
class TrainingWindowTest {
  private static final Map<String, String> SMALL =
      Map.of("num_envs", "8", "hidden_size", "8", "feed_forward", "8", "update_epochs", "1");

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

  @Test
  void aPolicyTrainsIsWatchedAndRecorded() throws TimeoutException {
    train(4);
    window.until(() -> badge().equals("Finished"));

    assertEquals(4, reports().size());
    assertTrue(window.<Boolean>onFx(() -> words("training.gates").contains("first-update")));
    window.until(() -> words("training.scene.words").equals("after update 4"));

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
    train(100_000);
    window.until(() -> window.has("training.scene.place"));
    window.until(() -> words("training.scene.place").startsWith("Trial 1 / 4"));
    window.onFx(() -> {
      window.find("training.scene.interval", Spinner.class).getEditor().setText("1");
      window.find("training.scene.interval", Spinner.class).commitValue();
      return true;
    });
    String first = window.onFx(() -> words("training.scene.words"));
    window.until(() -> words("training.scene.place").startsWith("Trial 4 / 4"));
    assertEquals(first, window.onFx(() -> words("training.scene.words")), "the same episode");
    window.until(() -> !words("training.scene.words").equals(first));
    window.press("training.stop");
    window.until(() -> badge().equals("Stopped"));
  }

  @Test
  void softActorCriticIsChosenInTheFormAndHasChartsOfItsOwn() throws TimeoutException {
    open();
    window.onFx(() -> {
      ComboBox<?> ways = window.find("training.algorithm", ComboBox.class);
      ways.getSelectionModel().selectLast();
      return true;
    });
    window.until(() -> window.has("training.knobs.sac"));
    train(
        Map.of(
            "num_envs", "2",
            "hidden_size", "8",
            "rollout_fragment_length", "20",
            "num_steps_sampled_before_learning_starts", "30",
            "train_batch_size_per_learner", "8",
            "training_intensity", "1",
            "updates", "4"));
    window.until(() -> badge().equals("Finished"));

    assertEquals("sac", run().start().algorithm());
    window.until(() -> !window.has("chart.kl"));
    assertTrue(window.has("chart.temperature"));
  }

  @Test
  void aRunThatIsStoppedIsResumedAndLosesNothing() throws TimeoutException {
    train(100_000);
    window.until(() -> badge().equals("Healthy"));
    window.press("training.stop");
    window.until(() -> badge().equals("Stopped"));
    int done = reports().size();
    assertTrue(done >= 1);

    window.press("training.stop");
    window.until(() -> badge().equals("Healthy") && reports().size() > done);
    window.press("training.stop");
    window.until(() -> badge().equals("Stopped"));

    assertEquals(1, RunLedger.ofUser().runs().size());
    assertEquals(reports().size(), reports().getLast().update());
  }

  @Test
  void aRunWhoseFolderWasMovedGoesOnWhereTheUserSaysItIs() throws Exception {
    train(100_000);
    window.until(() -> badge().equals("Healthy"));
    window.press("training.stop");
    window.until(() -> badge().equals("Stopped"));
    int done = reports().size();
    Path before = run().start().folder();
    Path moved = Files.move(before, before.resolveSibling("moved"));

    window.answer(moved);
    window.press("training.stop");
    window.until(() -> badge().equals("Healthy") && reports().size() > done);
    window.press("training.stop");
    window.until(() -> badge().equals("Stopped"));

    assertEquals(moved, run().start().folder());
    assertFalse(Files.exists(before));
    assertEquals(reports().size(), reports().getLast().update());
  }

  @Test
  void aRunWaitsAndGoesOnAndItsLearningRateCanBeChanged() throws TimeoutException {
    train(100_000);
    window.until(() -> badge().equals("Healthy"));
    window.press("training.pause");
    window.until(() -> badge().equals("Paused"));
    window.onFx(() -> {
      window.find("training.rate", TextField.class).setText("0.25");
      return true;
    });
    window.press("training.rate.apply");
    window.press("training.pause");
    window.until(() -> badge().equals("Healthy"));
    window.until(() -> !run().changes().isEmpty());
    window.until(() ->
        run().changes().stream()
            .anyMatch(c -> c.what().equals("learning_rate_factor") && c.value() == 0.25));
    assertEquals("0.25", value());
    choose("ppo.ent_coef");
    assertEquals("0.01", value());
    window.onFx(() -> {
      window.find("training.rate", TextField.class).setText("0.2");
      return true;
    });
    window.press("training.rate.apply");
    window.until(() -> "0.2".equals(run().settings().get("ppo.ent_coef")));
    window.until(() -> value().equals("0.2"));
    choose("ppo.num_envs");
    assertTrue(
        window.<Boolean>onFx(() -> window.find("training.rate.apply", Button.class).isDisabled()));
    assertTrue(
        window.<Boolean>onFx(() -> words("training.setting.refusal").contains("depend on it")));
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
  void anotherRunBeginsOnlyWhenTheUserSaysSoAndShowsNothingOfTheLast() throws TimeoutException {
    train(100_000);
    window.until(() -> badge().equals("Healthy"));
    window.onFx(() -> {
      window.find("training.rate", TextField.class).setText("0.25");
      return true;
    });
    window.press("training.rate.apply");
    window.until(() -> !run().changes().isEmpty());

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
    assertEquals("Healthy", badge(), "the run goes on");

    window.press("training.toForm");
    window.press("training.train");
    window.press("training.question.stop");
    window.until(() -> RunLedger.ofUser().runs().size() == 2 && badge().equals("Finished"));
    assertEquals(RunStatus.STOPPED, RunLedger.ofUser().runs().getFirst().status());
    assertEquals("1", window.onFx(() -> window.find("training.rate", TextField.class).getText()));
    assertFalse(
        window.<Boolean>onFx(() -> window.find("training.question", Node.class).isVisible()));
  }

  /// The first run ends by itself, before the user has answered.
  @Test
  void whatWasAskedForBeginsWhenTheRunBehindTheQuestionEnds() throws TimeoutException {
    train(100_000);
    window.until(() -> badge().equals("Healthy"));
    window.press("training.toForm");
    window.onFx(() -> {
      window.find("knob.updates", TextField.class).setText("2");
      return true;
    });
    window.press("training.train");
    window.until(() -> window.find("training.question", Node.class).isVisible());
    window.press("training.toRun");
    window.press("training.stop");
    window.until(() -> badge().equals("Finished"));
    assertFalse(
        window.<Boolean>onFx(() -> window.find("training.question", Node.class).isVisible()));
    assertEquals(2, RunLedger.ofUser().runs().size());
  }

  @Test
  void runsOfTheQueueStartInItsOrderWhenTheOneBeforeHasEndedOrCannotStart()
      throws TimeoutException {
    train(100_000);
    window.until(() -> badge().equals("Healthy"));
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
    window.until(() -> words("training.toQueue").equals("Queue (3)"));
    window.until(() -> list.getSelectionModel().getSelectedIndex() == 1);
    assertEquals(1, RunLedger.ofUser().runs().size(), "all wait");

    window.press("training.toRun");
    window.press("training.stop");
    window.until(() -> RunLedger.ofUser().runs().size() == 3 && badge().equals("Finished"));
    window.until(() -> RunQueue.ofUser().runs().isEmpty());
    assertEquals(
        List.of(100_000L, 3L, 2L),
        RunLedger.ofUser().runs().stream().map(run -> run.start().updatesInAll()).toList());
    assertTrue(
        window.context().notices().state().open().stream()
            .anyMatch(notice -> notice.text().contains("gone-1")),
        "what cannot start is told");
    window.until(() -> words("training.toQueue").equals("Queue"));
  }

  @Test
  void theQueueOutlivesItsTab() throws TimeoutException {
    train(100_000);
    window.until(() -> badge().equals("Healthy"));
    queue(2);
    window.onFx(() -> {
      window.context().close(window.context().workspace().state().active().orElseThrow());
      return true;
    });
    window.until(() -> run().status() == RunStatus.STOPPED);
    assertTrue(
        window.context().notices().state().open().stream()
            .anyMatch(notice -> notice.headline().contains("stay in the queue: 1")));
    assertEquals(1, RunQueue.ofUser().runs().size());

    open();
    window.until(() -> words("training.toQueue").equals("Queue (1)"));
    window.press("training.toQueue");
    window.press("training.queue.start");
    window.until(() -> RunLedger.ofUser().runs().size() == 2 && badge().equals("Finished"));
    assertEquals(2, run().start().updatesInAll());
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

  @Test
  void aBreakpointHasTheRunWaitAndOpensWhatLedToIt() throws TimeoutException {
    train(100_000);
    window.until(() -> badge().equals("Healthy"));
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
    window.until(() -> window.has("training.badge") && badge().equals("Paused"));
    long done = reports().size();
    window.press("training.pause");
    window.until(() -> badge().equals("Healthy") && reports().size() > done);
  }

  @Test
  void closingTheTabStopsTheRunCleanly() throws TimeoutException {
    train(100_000);
    window.until(() -> badge().equals("Healthy"));

    window.onFx(() -> {
      window.context().close(window.context().workspace().state().active().orElseThrow());
      return true;
    });

    window.until(() -> run().status() == RunStatus.STOPPED);
  }

  @Test
  void weightsThatOverflowFailTheRunAndItSaysWhere() throws TimeoutException {
    train(1);
    window.until(() -> badge().equals("Finished"));
    Path poisoned = poisoned(new RunFolder(run().start().folder()).latest());

    window.press("training.toForm");
    window.answer(poisoned);
    window.press("training.parent.browse");
    window.press("training.train");
    window.until(() -> badge().equals("Failed"));
    assertEquals(2, RunLedger.ofUser().runs().size(), words("training.sentence"));

    assertTrue(
        window.<Boolean>onFx(
            () -> words("training.sentence").startsWith("Before the first update finished:")));
    assertEquals(RunStatus.NOT_FINITE, run().status());
  }

  @Test
  void whatIsTypedWrongIsToldAndCannotBeTrained() throws TimeoutException {
    open();
    window.onFx(() -> {
      window.find("training.seed", TextField.class).setText("one");
      return true;
    });

    assertTrue(
        window.<Boolean>onFx(() -> window.find("training.train", Button.class).isDisabled()));
    assertTrue(window.<Boolean>onFx(() -> words("training.message").contains("'one'")));
  }

  @Test
  void theRunsAreListedAndTheirBestIsRecordedInWhatItWasTrainedIn() throws TimeoutException {
    train(3);
    window.until(() -> badge().equals("Finished"));
    window.press("training.toRuns");
    window.until(() -> window.has("training.runs"));
    TableView<?> runs = window.find("training.runs", TableView.class);
    window.until(() -> runs.getItems().size() == 1);
    window.onFx(() -> {
      runs.getSelectionModel().select(0);
      return true;
    });
    window.until(() -> !window.find("training.outcome", TableView.class).getItems().isEmpty());
    window.press("training.best");
    window.until(() ->
        window
            .context()
            .workspace()
            .state()
            .active()
            .filter(RecordingDraft.class::isInstance)
            .isPresent());

    assertFalse(window.crashes().size() > 0);
    assertEquals(
        "darkroom",
        window
            .<RecordingDraft>onFx(
                () -> (RecordingDraft) window.context().workspace().state().active().orElseThrow())
            .origin()
            .orElseThrow()
            .environment()
            .id());
  }

  @Test
  void theMenuOfARunOffersWhatItsButtonsDo() throws TimeoutException {
    train(3);
    window.until(() -> badge().equals("Finished"));
    window.press("training.toRuns");
    window.until(() -> window.has("training.runs"));
    TableView<?> runs = window.find("training.runs", TableView.class);
    window.until(() -> runs.getItems().size() == 1);
    assertEquals(
        Collections.nCopies(10, true),
        window.onFx(() -> menu(runs).stream().map(MenuItem::isDisable).toList()),
        "no run is selected");

    List<MenuItem> items =
        window.onFx(() -> {
          runs.getSelectionModel().select(0);
          return menu(runs);
        });
    assertEquals(
        List.of(
            "Resume",
            "Record with its best checkpoint",
            "Continue from its best checkpoint",
            "Show its replay buffer",
            "Show its workers",
            "Histograms and texts",
            "Edit name",
            "Edit tags",
            "Edit note",
            "Delete…"),
        items.stream().map(MenuItem::getText).toList());
    assertEquals(
        List.of(true, false, false, true, true, true, false, false, false, false),
        items.stream().map(MenuItem::isDisable).toList(),
        "a finished run cannot be resumed, PPO has no replay buffer, it had no workers and is not"
            + " imported");

    window.onFx(() -> {
      items.get(2).fire();
      return true;
    });
    String best = new RunFolder(run().start().folder()).best().toString();
    window.until(() -> window.has("training.parent.box"));
    assertEquals(
        best, window.onFx(() -> window.find("training.parent.box", ComboBox.class).getValue()));
  }

  @Test
  void aRunIsNamedInItsCellFoundByItDeletedAndRestored() throws TimeoutException {
    train(3);
    window.until(() -> badge().equals("Finished"));
    window.press("training.toRuns");
    window.until(() -> window.has("training.runs"));
    TableView<?> runs = window.find("training.runs", TableView.class);
    window.until(() -> runs.getItems().size() == 1);
    write(runs, 0, "first try");
    window.until(() -> label().name().equals("first try"));
    write(runs, 1, "#baseline, small");
    window.until(() -> label().tags().equals(List.of("baseline", "small")));
    write(runs, 1, "small");
    window.until(() -> label().tags().equals(List.of("small")));
    write(runs, 0, "a/b");
    window.until(() -> !window.context().notices().state().open().isEmpty());
    assertEquals("first try", label().name(), "a name that looks like a file is refused");
    window.until(() -> runs.getColumns().getFirst().getCellData(0).equals("first try"));

    TextField filter = window.find("training.filter", TextField.class);
    for (String words : List.of("nothing", "first SMALL finished")) {
      window.onFx(() -> {
        filter.setText(words);
        return true;
      });
      assertEquals(words.equals("nothing") ? 0 : 1, runs.getItems().size(), words);
    }

    window.onFx(() -> {
      runs.getSelectionModel().select(0);
      return true;
    });
    window.press("training.delete");
    assertTrue(window.<Boolean>onFx(() -> words("training.deletion").contains("first try")));
    assertTrue(window.<Boolean>onFx(() -> words("training.deletion").contains("kB")));
    assertEquals(1, RunLedger.ofUser().runs().size(), "only asked");
    window.press("training.deletion.delete");
    window.until(() -> runs.getItems().isEmpty());
    assertEquals(0, RunLedger.ofUser().runs().size());
    window.press("training.deletion.restore");
    window.until(() -> runs.getItems().size() == 1);
    assertEquals("first try", label().name());
  }

  private RunLabel label() {
    return RunLabel.of(new RunFolder(run().start().folder()));
  }

  /// Types into a cell of the first row.
  private <T> void write(TableView<T> runs, int place, String text) {
    window.onFx(() -> {
      @SuppressWarnings("unchecked") // all columns hold texts
      TableColumn<T, String> column = (TableColumn<T, String>) runs.getColumns().get(place);
      column
          .getOnEditCommit()
          .handle(
              new TableColumn.CellEditEvent<>(
                  runs, new TablePosition<>(runs, 0, column), TableColumn.editCommitEvent(), text));
      return true;
    });
  }

  /// The items of a list's menu as it appears.
  private List<MenuItem> menu(Control list) {
    ContextMenu menu = list.getContextMenu();
    menu.show(window.stage());
    menu.hide();
    return List.copyOf(menu.getItems());
  }

  private void open() throws TimeoutException {
    window.press("button.file.train");
    window.until(() -> window.has("training.train") && window.has("knob.size"));
    window.settle();
  }

  private void train(int updates) throws TimeoutException {
    open();
    Map<String, String> knobs = new java.util.HashMap<>(SMALL);
    knobs.put("updates", "" + updates);
    train(knobs);
  }

  private void train(Map<String, String> knobs) throws TimeoutException {
    window.onFx(() -> {
      window.find("training.sheets", TabPane.class).getSelectionModel().select(1);
      return true;
    });
    window.until(() -> window.has("knob.updates"));
    window.onFx(() -> {
      knobs.forEach((name, text) -> window.find("knob." + name, TextField.class).setText(text));
      return true;
    });
    window.press("training.train");
  }

  /// Empty while the run is not shown: a parent is read before its run begins.
  private String badge() {
    return window.has("training.badge")
        ? window.onFx(() -> window.find("training.badge", Labeled.class).getText())
        : "";
  }

  private RunRecord run() {
    return RunLedger.ofUser().runs().getLast();
  }

  private List<UpdateReport> reports() {
    return MetricsLog.read(new RunFolder(run().start().folder()).metrics());
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

  private String words(String id) {
    return spoken(window.find(id, Node.class));
  }

  private static String spoken(Node node) {
    StringBuilder words = new StringBuilder();
    if (node instanceof Labeled labeled && labeled.getText() != null) {
      words.append(labeled.getText());
    }
    if (node instanceof javafx.scene.Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> words.append(spoken(child)));
    }
    return words.toString();
  }
}
