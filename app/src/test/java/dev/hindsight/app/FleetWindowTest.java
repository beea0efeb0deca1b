package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.training.RunLauncher;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.FleetState.WorkerPhase;
import dev.hindsight.trainer.run.FleetState.WorkerStatus;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.FleetLog;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.ledger.WorstEpisode;
import dev.hindsight.trainer.run.session.RunContext;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Labeled;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The workers of a run in the window: while it trains, and later from its files.
class FleetWindowTest {
  private static final Path PICTURES = Path.of("target", "screenshots");

  private static final Map<String, String> SMALL =
      Map.of(
          "policy", "mlp",
          "num_envs", "8",
          "hidden_size", "8",
          "fleet_workers", "2");

  @TempDir private Path home;

  private WindowUnderTest window(int fontPercent) throws TimeoutException {
    WindowUnderTest window =
        new WindowUnderTest(
            new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of(), fontPercent));
    window.press("button.file.train");
    window.until(() -> window.has("training.toFleet") && window.has("knob.size"));
    return window;
  }

  private static String words(WindowUnderTest window, String id) {
    return window.onFx(() -> window.find(id, Labeled.class).getText());
  }

  private static TableView<?> workers(WindowUnderTest window) {
    return window.find("fleet.workers", TableView.class);
  }

  /// The text of a cell.
  private static String cell(WindowUnderTest window, int row, String column) {
    return window.onFx(() -> {
      window.stage().getScene().getRoot().applyCss();
      return workers(window).lookupAll(".table-cell").stream()
          .map(javafx.scene.control.TableCell.class::cast)
          .filter(one ->
              one.getTableRow().getIndex() == row
                  && one.getTableColumn().getText().equals(column)
                  && one.getText() != null)
          .map(Labeled::getText)
          .findFirst()
          .orElse("");
    });
  }

  @Test
  void workersOfTheRunThatTrainsAreShownDrainedAndKilledAfterOneQuestion() throws TimeoutException {
    try (TemporaryHome _ = new TemporaryHome(home);
        WindowUnderTest window = window(100)) {
      window.press("training.toFleet");
      assertTrue(words(window, "fleet.title").startsWith("No run is chosen"));
      assertTrue(window.onFx(() -> window.find("fleet.kill", ButtonBase.class).isDisabled()));
      window.press("training.toForm");
      window.onFx(() -> {
        window.find("training.sheets", TabPane.class).getSelectionModel().select(1);
        return true;
      });
      window.until(() -> window.has("knob.updates"));
      Map<String, String> typed = new HashMap<>(SMALL);
      typed.remove("policy");
      typed.put("feed_forward", "8");
      typed.put("updates", "100000");
      window.onFx(() -> {
        typed.forEach((name, text) -> window.find("knob." + name, TextField.class).setText(text));
        return true;
      });
      window.press("training.train");
      window.press("training.toFleet");
      // A split pane puts its parts into the scene when it is laid out first.
      window.until(() -> window.has("fleet.workers") && workers(window).getItems().size() == 2);
      assertTrue(window.onFx(() -> window.find("fleet.drain", ButtonBase.class).isDisabled()));
      window.onFx(() -> {
        workers(window).getSelectionModel().clearAndSelect(1);
        return true;
      });
      window.press("fleet.kill");
      assertTrue(words(window, "fleet.question.words").startsWith("Kill worker 2?"));
      window.press("fleet.question.keep");
      assertFalse(
          window.onFx(() -> window.find("fleet.question", javafx.scene.Node.class).isVisible()));
      window.press("fleet.kill");
      window.press("fleet.question.kill");
      window.until(() -> words(window, "fleet.summary").contains("1 failed"));
      assertEquals(
          1,
          window.onFx(() -> workers(window).getSelectionModel().getSelectedIndex()),
          "the same worker stays selected");
      window.until(() -> cell(window, 1, "Generation").equals("1"));
      assertEquals("0", cell(window, 0, "Generation"));
      window.press("fleet.drain");
      window.until(() -> words(window, "fleet.summary").contains("1 recycled"));
      window.press("fleet.pause");
      window.until(() -> words(window, "fleet.pause").equals("Continue"));
      RunRecord run = RunLedger.ofUser().runs().getFirst();
      assertEquals(
          List.of(RunRecord.WORKER_KILLED + " 2.0", RunRecord.WORKER_DRAINED + " 2.0"),
          run.changes().stream()
              .filter(change -> change.what().startsWith("worker"))
              .map(change -> change.what() + " " + change.value())
              .toList());
      window.press("training.toRun");
      window.press("training.stop");
      window.until(() -> words(window, "training.badge").equals("Stopped"));
      window.press("training.toFleet");
      assertTrue(words(window, "fleet.title").contains("as of update"));
      assertTrue(window.onFx(() -> window.find("fleet.kill", ButtonBase.class).isDisabled()));
    }
  }

  @Test
  void theFieldForWorkersOnOtherMachinesSaysWhatIsWrongWithIt() throws TimeoutException {
    try (TemporaryHome _ = new TemporaryHome(home);
        WindowUnderTest window = window(100)) {
      window.onFx(() -> {
        window.find("training.bind", TextField.class).setText("nowhere");
        return true;
      });
      window.until(() -> words(window, "training.message").contains("is not an address"));
      window.onFx(() -> {
        window.find("training.bind", TextField.class).setText("127.0.0.1:7700");
        return true;
      });
      window.until(() -> words(window, "training.message").contains("without workers"));
      window.onFx(() -> {
        window.find("training.bind", TextField.class).setText("");
        return true;
      });
      window.until(() -> words(window, "training.message").startsWith("Saves to"));
    }
  }

  /// A run with workers, some of whose numbers are made up: a stale worker, damaged batches,
  /// buckets.
  private static RunRecord trainBeforehand() {
    Map<String, String> typed = new HashMap<>(SMALL);
    typed.put("updates", "24");
    RunLauncher.begin(TrainingRequest.of("darkroom").with(typed), RunContext.usualHome(), _ -> {})
        .run(Progress.SILENT, new Cancellation());
    RunRecord run = RunLedger.ofUser().runs().getFirst();
    RunFolder folder = new RunFolder(run.start().folder());
    List<UpdateReport> reports = MetricsLog.read(folder.metrics());
    try (MetricsLog log = MetricsLog.open(folder.metrics(), 0)) {
      for (UpdateReport report : reports) {
        Map<String, Double> more = new HashMap<>();
        for (int b = 0; b < 6; b++) {
          String id = "slip=" + List.of("none", "low", "medium", "high", "ice", "mud").get(b);
          boolean data = b < 5 && (report.update() + b) % 7 != 0;
          more.put("bucket/" + id + "/count", data ? 4.0 + b : 0);
          if (data) {
            more.put("bucket/" + id + "/return", report.update() * 0.04 - b * 0.1);
          }
        }
        more.put("bucket/variance", 0.31);
        log.append(report.with(more));
      }
    }
    FleetState last = FleetLog.read(folder.fleet()).getLast();
    List<WorkerStatus> workers = new ArrayList<>(last.workers());
    workers.add(
        new WorkerStatus(
            2,
            "rack-7.example.org",
            WorkerPhase.COLLECTING,
            3,
            20,
            4,
            1234.5,
            3L << 30,
            4L << 30,
            91));
    workers.add(
        new WorkerStatus(
            3, "rack-8.example.org", WorkerPhase.DRAINING, 0, 24, 0, 99, 1L << 30, 4L << 30, 0.4));
    FleetBooks books = last.books();
    Map<Long, Long> lags = new TreeMap<>(books.lags());
    lags.put(-3L, 2L);
    lags.put(4L, 5L);
    new FleetLog(folder.fleet())
        .append(
            new FleetState(
                last.update(),
                last.version(),
                last.maxLag(),
                last.waited(),
                last.batchesWaiting(),
                2,
                last.staleAfter(),
                new FleetBooks(
                    4,
                    books.started(),
                    books.ends(),
                    books.running(),
                    books.balanced(),
                    books.steps(),
                    books.wastedSteps(),
                    books.accepted(),
                    5,
                    2,
                    lags,
                    0,
                    3,
                    0,
                    1),
                workers));
    return run;
  }

  private static void showWorkersOfTheOnlyRun(WindowUnderTest window, int count)
      throws TimeoutException {
    window.press("training.toRuns");
    window.until(() -> window.has("training.runs"));
    TableView<?> runs = window.find("training.runs", TableView.class);
    window.until(() -> runs.getItems().size() == 1);
    window.onFx(() -> {
      runs.getSelectionModel().clearAndSelect(0);
      runs.getContextMenu().getItems().stream()
          .filter(item -> item.getText().equals("Show its workers"))
          .forEach(item -> item.fire());
      return true;
    });
    window.until(() -> window.has("fleet.workers"));
    window.until(() -> workers(window).getItems().size() == count);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 150})
  void anEarlierRunIsShownFromItsFilesAndNoTextIsCutOff(int fontPercent)
      throws TimeoutException, IOException {
    Files.createDirectories(PICTURES);
    try (TemporaryHome _ = new TemporaryHome(home)) {
      RunRecord run = trainBeforehand();
      try (WindowUnderTest window = window(fontPercent)) {
        showWorkersOfTheOnlyRun(window, 4);
        assertEquals("Workers of " + run.id() + " as of update 24", words(window, "fleet.title"));
        assertTrue(words(window, "fleet.summary").endsWith("gave no sign of life: 1."));
        assertTrue(words(window, "fleet.variance").contains("0.310"));
        if (fontPercent == 100) {
          // With larger text the row is below the edge of the small window, and has no cells.
          assertEquals("collecting, stale", cell(window, 2, "State"));
        }
        assertTrue(window.has("fleet.bucket.slip=ice"));
        assertFalse(window.has("fleet.bucket.slip=mud"), "it never had an episode");
        List<String> cutOff = new ArrayList<>();
        for (Theme theme : Theme.values()) {
          window.onFx(() -> {
            window.context().preferences().send(kept -> kept.with(theme));
            return true;
          });
          for (int[] size : new int[][] {{1280, 800}, {1920, 1080}}) {
            WindowScreenshots screenshots =
                new WindowScreenshots(
                    window, PICTURES, theme.name().toLowerCase(Locale.ROOT), size[0], size[1]);
            screenshots.take("fleet-" + fontPercent);
            cutOff.addAll(screenshots.cutOff());
          }
        }
        assertEquals(List.of(), cutOff);
      }
    }
  }

  @Test
  void onlyARunWithWorkersOffersThem() throws TimeoutException {
    try (TemporaryHome _ = new TemporaryHome(home)) {
      Map<String, String> typed = new HashMap<>(SMALL);
      typed.put("updates", "1");
      typed.put("fleet_workers", "0");
      RunLauncher.begin(TrainingRequest.of("darkroom").with(typed), RunContext.usualHome(), _ -> {})
          .run(Progress.SILENT, new Cancellation());
      assertFalse(
          Files.exists(
              new RunFolder(RunLedger.ofUser().runs().getFirst().start().folder()).fleet()));
      try (WindowUnderTest window = window(100)) {
        window.press("training.toRuns");
        window.until(() -> window.has("training.runs"));
        TableView<?> runs = window.find("training.runs", TableView.class);
        window.until(() -> runs.getItems().size() == 1);
        assertTrue(
            window.onFx(() -> {
              runs.getSelectionModel().clearAndSelect(0);
              runs.getContextMenu().getOnShowing().handle(null);
              return runs.getContextMenu().getItems().stream()
                  .filter(item -> item.getText().equals("Show its workers"))
                  .allMatch(javafx.scene.control.MenuItem::isDisable);
            }));
      }
    }
  }

  /// The recording ends where the episode ended, with the return that the run stored.
  @Test
  void aBucketOpensItsWorstEpisodeAsARecording() throws TimeoutException {
    try (TemporaryHome _ = new TemporaryHome(home)) {
      Map<String, String> typed = new HashMap<>(SMALL);
      typed.putAll(Map.of("updates", "6", "randomise", "all", "buckets", "2"));
      RunLauncher.begin(TrainingRequest.of("darkroom").with(typed), RunContext.usualHome(), _ -> {})
          .run(Progress.SILENT, new Cancellation());
      RunFolder folder = new RunFolder(RunLedger.ofUser().runs().getFirst().start().folder());
      WorstEpisode worst = WorstEpisode.read(folder, 1).orElseThrow();
      try (WindowUnderTest window = window(100)) {
        showWorkersOfTheOnlyRun(window, 2);
        window.until(() -> window.has("fleet.worst"));
        assertTrue(window.onFx(() -> window.find("fleet.worst", ButtonBase.class).isDisabled()));
        window.onFx(() -> {
          window.find("fleet.bucket.1", Node.class).requestFocus();
          return true;
        });
        window.until(() -> words(window, "fleet.worst").equals("Open worst episode of bucket 1"));
        window.press("fleet.worst");
        window.until(() ->
            window
                .onFx(() -> window.context().workspace().state().active())
                .filter(Document.class::isInstance)
                .isPresent());
        Document document =
            window.onFx(() -> window.context().workspace().state().document()).orElseThrow();
        assertEquals(worst.history().ticks(), document.rollout().ticks());
        window.until(() -> document.timeline().state().tick() == worst.history().ticks() - 1);
      }
    }
  }
}
