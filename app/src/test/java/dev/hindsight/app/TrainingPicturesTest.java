package dev.hindsight.app;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.training.RunLauncher;
import dev.hindsight.trainer.run.ledger.LedgerEntry;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLabel;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunQueue;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Takes pictures of training for review, and finds text that is cut off.
class TrainingPicturesTest {
  private static final Path PICTURES = Path.of("target", "screenshots");

  @TempDir private Path data;

  @Test
  void wordsOfTheTrainingWorkspaceAreNowhereCutOff() throws TimeoutException, IOException {
    Files.createDirectories(PICTURES);
    Preferences remembered = new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of());
    try (TemporaryHome _ = TemporaryHome.ofData(data);
        WindowUnderTest window = new WindowUnderTest(remembered)) {
      trainBeforehand();
      press(window, "button.file.train");
      window.until(() -> window.has("knob.size"));
      WindowScreenshots.takeAll(window, PICTURES, "training-form");

      press(window, "training.toRuns");
      window.until(() -> window.has("training.runs"));
      TableView<?> runs = window.find("training.runs", TableView.class);
      window.until(() -> runs.getItems().size() == 2);
      window.onFx(() -> {
        runs.getSelectionModel().selectAll();
        return true;
      });
      window.until(() -> !window.find("training.outcome", TableView.class).getItems().isEmpty());
      press(window, "training.delete");
      WindowScreenshots.takeAll(window, PICTURES, "training-runs");
      press(window, "training.deletion.close");
      press(window, "training.toQueue");
      window.until(() -> window.find("training.queue", ListView.class).getItems().size() == 2);
      window.onFx(() -> {
        window.find("training.queue", ListView.class).getSelectionModel().select(1);
        return true;
      });
      WindowScreenshots.takeAll(window, PICTURES, "training-queue");
      press(window, "training.queue.clear");
      press(window, "training.toRuns");

      window.onFx(() -> {
        runs.getSelectionModel().clearAndSelect(0);
        return true;
      });
      press(window, "training.resume");
      window.until(() -> window.has("training.badge"));
      window.until(() -> window.find("training.badge", Labeled.class).getText().equals("Finished"));
      window.until(
          () -> window.find("training.scene.words", Labeled.class).getText().startsWith("after"));
      WindowScreenshots.takeAll(window, PICTURES, "training-run");
    }
  }

  /// Takes the picture of the documentation: a whole run of the preset, for a minute or two.
  @Test
  @Tag("slow")
  void aRunThatLearns() throws TimeoutException, IOException {
    Files.createDirectories(PICTURES);
    Preferences remembered = new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of());
    try (TemporaryHome _ = new TemporaryHome(data);
        WindowUnderTest window = new WindowUnderTest(remembered)) {
      press(window, "button.file.train");
      window.until(() -> window.has("knob.size"));
      press(window, "training.train");
      for (int longest = 0; longest < 10 && !finished(window); longest++) {
        try {
          window.until(() -> finished(window));
        } catch (TimeoutException _) {
          // A whole run takes longer than anything else that a test waits for.
        }
      }
      new WindowScreenshots(window, PICTURES, "dark", 1280, 800).take("training");
    }
  }

  private static boolean finished(WindowUnderTest window) {
    return window.has("training.badge")
        && window.find("training.badge", Labeled.class).getText().equals("Finished");
  }

  /// Two runs: one finished, one stopped half way.
  private static void trainBeforehand() {
    Map<String, String> small =
        Map.of("num_envs", "16", "hidden_size", "8", "feed_forward", "8", "updates", "24");
    TrainingRequest request = TrainingRequest.of("darkroom").with(small);
    Path home = dev.hindsight.trainer.run.session.RunContext.usualHome();
    RunLauncher.begin(request, home, _ -> {}).run(Progress.SILENT, new Cancellation());
    Cancellation halfWay = new Cancellation();
    RunLauncher.begin(
            request.withSeed(1).with(Map.of("learning_rate", "0.003")),
            home,
            event -> {
              if (event instanceof dev.hindsight.trainer.run.session.TrainingEvent.Updated updated
                  && updated.report().update() == 12) {
                halfWay.cancel();
              }
            })
        .run(Progress.SILENT, halfWay);
    RunQueue queue = RunQueue.ofUser();
    queue.add(request.withSeed(2).with(Map.of("ent_coef", "0.02")));
    RunLedger ledger = RunLedger.ofUser();
    RunRecord first = ledger.runs().getFirst();
    queue.add(ledger.runs().getLast().id());
    RunLabel _ =
        RunLabel.edit(
            new RunFolder(first.start().folder()),
            label -> label.named("small network").tagged("baseline").noted("width 8"));
    ledger.append(
        new LedgerEntry.Changed(
            first.id(),
            first.touched(),
            RunRecord.ALARM + "entropy",
            0.01,
            20,
            "The entropy fell"));
  }

  private static void press(WindowUnderTest window, String id) {
    window.onFx(() -> {
      window.find(id, ButtonBase.class).fire();
      return true;
    });
  }
}
