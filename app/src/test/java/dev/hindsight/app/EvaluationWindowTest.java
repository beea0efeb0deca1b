package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.evaluation.EvaluationFile;
import dev.hindsight.app.evaluation.EvaluationPlan;
import dev.hindsight.app.evaluation.FinishedEvaluation;
import dev.hindsight.app.evaluation.SampleEvaluations;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.trainer.CsvLine;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.study.EvaluatedScenario;
import dev.hindsight.trainer.study.EvaluationTable;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.study.Suite;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Spinner;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TreeTableView;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An evaluation in the window: from a policy to the tick at which it went wrong.
class EvaluationWindowTest {
  private static final Path PICTURES = Path.of("target", "screenshots");

  @TempDir private Path home;

  private TemporaryHome moved;
  private WindowUnderTest window;

  @BeforeEach
  void openTheWindow() throws TimeoutException {
    moved = new TemporaryHome(home);
    window = new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of()));
    window.onFx(() -> {
      window.command("file.evaluate");
      return true;
    });
    window.until(() -> window.has("evaluation.table"));
  }

  @AfterEach
  void closeTheWindow() {
    window.close();
    moved.close();
  }

  @Test
  void aPolicyIsEvaluatedAndARowOpensWhereItsWorstEpisodeWentWrong() throws TimeoutException {
    window.type("evaluation.episodes", "24");
    window.press("evaluation.evaluate");
    window.until(() -> table().getItems().size() == 4);
    assertTrue(
        window.words("evaluation.summary").contains("24 episodes"),
        window.words("evaluation.summary"));
    window.onFx(() -> {
      table().getSelectionModel().select(0);
      return true;
    });
    window.press("evaluation.record");
    window.until(() -> window.context().workspace().state().document().isPresent());
    Document document =
        window.onFx(() -> window.context().workspace().state().document()).orElseThrow();
    Rollout rollout = document.rollout();
    window.until(() -> document.timeline().state().tick() > 0);
    int tick = window.onFx(() -> document.timeline().state().tick());
    // In the dark room nothing is hit: the first trial of the worst episode ran out of time.
    assertEquals(rollout.trials().end(0) - 1, tick);
    assertTrue(AgentColumn.of(rollout, "trial_ended").orElseThrow().is(tick, 0));
    assertEquals(0, window.onFx(() -> document.view().state().selected()));
  }

  @Test
  void anEvaluationWhoseTabIsClosedIsKeptInAFile() throws TimeoutException {
    window.type("evaluation.episodes", "24");
    // In one turn of the FX thread, so that it cannot end before.
    window.onFx(() -> {
      window.find("evaluation.evaluate", ButtonBase.class).fire();
      window.command("file.close");
      return true;
    });
    window.until(() -> window.context().notices().state().shown().isPresent());
    Path kept = home.resolve("Hindsight").resolve("evaluation-darkroom-5x5.json");
    assertEquals(24, EvaluationFile.read(kept).getFirst().report().episodes());
    String told = window.onFx(() -> window.context().notices().state().shown().get().text());
    assertTrue(told.contains(kept.toString()), told);
  }

  @Test
  void everyRemarkOfAnEvaluationIsShown() throws TimeoutException, IOException {
    Path suite = home.resolve("suite.json");
    new Suite(
            "darkroom",
            Map.of(),
            List.of(new EvaluatedScenario("", Optional.empty(), OptionalLong.of(5))))
        .write(suite);
    window.onFx(() -> {
      window.find("evaluation.suite.box", ComboBox.class).getEditor().setText(suite.toString());
      return true;
    });
    window.type("evaluation.episodes", "3");
    window.press("evaluation.evaluate");
    window.until(() -> table().getItems().size() == 4);
    assertTrue(
        window.words("evaluation.summary").contains("2 episodes repeat others"),
        window.words("evaluation.summary"));
  }

  @Test
  void anEvaluationWithoutScoresShowsReturnAndLengthOfWholeEpisodes() throws TimeoutException {
    Path file = home.resolve("unscored.json");
    EvaluationFile.write(file, List.of(SampleEvaluations.withoutScores(30, 10, 20)));
    window.answer(file);
    window.press("evaluation.open");
    window.until(() -> table().getItems().size() == 1);
    assertEquals(
        List.of("Return", "Length", "Episodes"),
        window.onFx(() -> table().getColumns().stream().map(TableColumn::getText).toList()));
    assertTrue(
        window.words("evaluation.summary").contains("return 20.00, length 4.00"),
        window.words("evaluation.summary"));
  }

  @Test
  void momentsOfTheWorstEpisodesAreRankedTogether() throws TimeoutException, IOException {
    window.type("evaluation.episodes", "24");
    window.press("evaluation.evaluate");
    window.until(() -> table().getItems().size() == 4);
    window.onFx(() -> {
      window.find("evaluation.worst", Spinner.class).getEditor().setText("3");
      window.find("evaluation.worst", Spinner.class).commitValue();
      return true;
    });
    window.press("evaluation.moments");
    window.until(() -> window.has("moments.table"));
    window.until(() -> ranked().getRoot().getChildren().size() > 3);
    assertTrue(
        window.onFx(() -> ranked().getColumns().get(1).isVisible()),
        "moments of the other recordings, too");
    try (Stream<Path> recordings = Files.list(home.resolve("Hindsight").resolve("moments"))) {
      assertEquals(3, recordings.count());
    }
    assertTrue(
        window.words("moments.sentence").contains("of 3 recordings"),
        window.words("moments.sentence"));
    new WindowScreenshots(window, PICTURES, "dark", 1280, 800).take("moments-of-evaluation");
  }

  @Test
  void cancellingTheRecordingOfWorstEpisodesOpensNothingAndTheyCanBeRecordedAgain()
      throws TimeoutException, IOException {
    window.type("evaluation.episodes", "24");
    window.press("evaluation.evaluate");
    window.until(() -> table().getItems().size() == 4);
    window.onFx(() -> {
      window.find("evaluation.worst", Spinner.class).getEditor().setText("24");
      window.find("evaluation.worst", Spinner.class).commitValue();
      return true;
    });
    // In one turn of the FX thread, so that the recording cannot end before it is cancelled.
    window.onFx(() -> {
      window.find("evaluation.moments", ButtonBase.class).fire();
      window.find("task.cancel", ButtonBase.class).fire();
      return true;
    });
    window.until(() -> !window.has("task.cancel"));
    window.settle();
    assertFalse(window.has("moments.table"));
    assertEquals(List.of(), window.crashes());
    Path folder = home.resolve("Hindsight").resolve("moments");
    long kept = 0;
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        List<Path> all = files.toList();
        kept = all.size();
        all.forEach(file -> assertTrue(file.toString().endsWith(".rollout"), file.toString()));
      }
    }
    assertTrue(kept < 24, "recorded before it was cancelled: " + kept);

    window.onFx(() -> {
      window.find("evaluation.worst", Spinner.class).getEditor().setText("2");
      window.find("evaluation.worst", Spinner.class).commitValue();
      return true;
    });
    window.press("evaluation.moments");
    window.until(() -> window.has("moments.table"));
    window.until(() -> ranked().getRoot().getChildren().size() > 1);
  }

  private TreeTableView<?> ranked() {
    return window.find("moments.table", TreeTableView.class);
  }

  @Test
  void aSavedEvaluationIsSortedFilteredExportedAndItsWorstWorldsBecomeASuite()
      throws TimeoutException, IOException {
    FinishedEvaluation saved = crossings();
    Path file = home.resolve("crossings.json");
    EvaluationFile.write(file, List.of(saved));
    window.answer(file);
    window.press("evaluation.open");
    window.until(() -> !table().getItems().isEmpty());
    int all = saved.table().rows().size();
    assertEquals(all, table().getItems().size());

    Files.createDirectories(PICTURES);
    WindowScreenshots.takeAll(window, PICTURES, "evaluation");

    window.onFx(() -> {
      TableColumn<EvaluationTable.Row, ?> length = column("Length");
      length.setSortType(TableColumn.SortType.DESCENDING);
      table().getSortOrder().setAll(List.of(length));
      return true;
    });
    List<Double> lengths =
        window.onFx(
            () -> table().getItems().stream().map(row -> row.values().getLast().mean()).toList());
    assertEquals(lengths.stream().sorted((a, b) -> Double.compare(b, a)).toList(), lengths);

    window.type("evaluation.filter", "Merge bold");
    List<EvaluationTable.Row> few = window.onFx(() -> List.copyOf(table().getItems()));
    assertFalse(few.isEmpty());
    assertTrue(few.size() < all);
    assertTrue(few.stream().allMatch(row -> row.world().scenario().equals("merge-1")));
    Path csv = home.resolve("few.csv");
    window.answer(csv);
    window.press("evaluation.csv");
    window.settle();
    assertEquals(few.size() + 1, CsvLine.parse(Files.readString(csv)).size());

    Path suite = home.resolve("worst.json");
    window.answer(suite);
    window.press("evaluation.suite.write");
    window.settle();
    assertEquals(FinishedEvaluation.worst(List.of(saved), 20), Suite.read(suite));
    Path again = home.resolve("again.json");
    window.answer(again);
    window.press("evaluation.save");
    window.settle();
    assertEquals(Files.readString(file), Files.readString(again));
  }

  @Test
  void whatCannotBeEvaluatedIsSaidInTheForm() throws TimeoutException {
    for (String[] wrong :
        new String[][] {
          {"evaluation.episodes", "0", "24"},
          {"evaluation.seed", "x", "0"},
          {"evaluation.settings", "size", ""},
          {"evaluation.settings", "sise=5", ""}
        }) {
      window.type(wrong[0], wrong[1]);
      ButtonBase evaluate = window.find("evaluation.evaluate", ButtonBase.class);
      assertTrue(window.<Boolean>onFx(evaluate::isDisabled), wrong[1]);
      window.type(wrong[0], wrong[2]);
      assertFalse(window.<Boolean>onFx(evaluate::isDisabled), wrong[2]);
    }
  }

  /// Two crossings with two partners, who are met on the way to a hidden side.
  private static FinishedEvaluation crossings() {
    return new EvaluationPlan(
            "drive",
            "scripted",
            List.of("intersection-1", "roundabout-2", "merge-1"),
            Map.of(
                "goal_behavior", "trial",
                "k_scenarios", "2",
                "scenario_length", "90",
                "goal_within", "30",
                "num_ego_agents", "1"),
            24,
            MemoryWipe.NONE,
            "sample",
            0,
            Optional.empty(),
            Optional.of("scripted:timid,scripted:bold"))
        .run(Progress.SILENT, new Cancellation());
  }

  @SuppressWarnings("unchecked") // The table has such rows.
  private TableView<EvaluationTable.Row> table() {
    return window.find("evaluation.table", TableView.class);
  }

  private TableColumn<EvaluationTable.Row, ?> column(String title) {
    return table().getColumns().stream()
        .filter(column -> column.getText().equals(title))
        .findFirst()
        .orElseThrow();
  }
}
