package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.cli.CapturedCommand;
import dev.hindsight.app.workspace.StudyTab;
import dev.hindsight.app.workspace.TrainingTab;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.plan.StudyFolder;
import dev.hindsight.trainer.study.plan.StudyReport;
import dev.hindsight.trainer.study.plan.StudyScores;
import dev.hindsight.trainer.study.plan.StudySpec;
import dev.hindsight.trainer.text.Sentences;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.ScrollPane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A study in the window: run, stopped, resumed and read.
@Timeout(600)
class StudyWindowTest {
  @TempDir private Path home;

  private StudyUser user;
  private WindowUnderTest window;

  @BeforeEach
  void openTheWindow() throws TimeoutException {
    user = new StudyUser(home);
    window = user.window;
  }

  @AfterEach
  void closeTheWindow() {
    user.close();
  }

  @Test
  void aStudyOfTheWindowIsTheStudyOfTheCommandToTheLastBit() throws Exception {
    Path file = user.rooms(3, 2);
    user.open(file);
    window.until(() -> !user.button("study.start").isDisabled());
    Path folder = home.resolve("window");
    window.type("study.folder", folder.toString());
    window.settle();
    assertTrue(window.words("study.message").contains("4 runs"), window.words("study.message"));
    window.press("study.start");
    window.until(() -> Files.exists(StudyFolder.report(folder)));
    window.settle();
    assertEquals(
        0,
        CapturedCommand.of(
                "study", file.toString(), "--out", home.resolve("command").toString(), "--json")
            .exitCode());
    for (String name : List.of("scores.csv", "report.json", "report.md", "study.yaml")) {
      assertArrayEquals(
          Files.readAllBytes(home.resolve("command").resolve(name)),
          Files.readAllBytes(folder.resolve(name)),
          name);
    }
    assertEquals(2, user.table("study.arms").getItems().size());
    assertEquals(4, user.table("study.runs").getItems().size());
    assertEquals(1, user.table("study.comparisons").getItems().size());
    assertTrue(window.words("study.status").contains("4 of 4"), window.words("study.status"));

    Path figure = home.resolve("profile.pdf");
    window.answer(figure);
    window.onFx(() -> {
      window.find("study.figure", MenuButton.class).getItems().getLast().fire();
      return true;
    });
    window.settle();
    assertTrue(Files.size(figure) > 1000);
    window.press("study.scores");
    window.settle();
    assertEquals(List.of(folder.resolve("scores.csv")), window.launched());

    user.photograph("study");

    window.onFx(() -> {
      user.table("study.runs").getSelectionModel().select(1);
      return true;
    });
    String run = String.valueOf(user.table("study.runs").getItems().get(1));
    window.press("study.run.worst");
    window.until(() -> window.context().workspace().state().document().isPresent());
    window.settle();
    window.onFx(() -> {
      window.context().open(StudyFolder.report(folder));
      return true;
    });
    window.until(() -> user.front() instanceof StudyTab);
    window.settle();
    assertEquals(
        folder, window.onFx(() -> window.context().preferences().state().recent().getFirst()));
    window.onFx(() -> {
      user.table("study.runs").getSelectionModel().select(1);
      return true;
    });
    window.press("study.run.training");
    window.until(() -> user.front() instanceof TrainingTab);
    window.settle();
    Object selected =
        window.onFx(() -> user.table("training.runs").getSelectionModel().getSelectedItem());
    assertTrue(
        selected != null
            && List.of(run.split("[=,\\]]")).stream().anyMatch(selected.toString()::contains),
        run + " is not " + selected);
  }

  @Test
  void aStoppedStudyGoesOnWhereItWas() throws Exception {
    Path file = user.rooms(60, 1);
    user.open(file);
    window.until(() -> !user.button("study.start").isDisabled());
    Path folder = home.resolve("stopped");
    window.type("study.folder", folder.toString());
    window.settle();
    assertEquals("Start", user.button("study.start").getText());
    window.press("study.start");
    window.until(() -> window.has("study.runs"));
    window.until(() ->
        user.table("study.runs").getItems().stream()
            .anyMatch(row -> row.toString().matches(".*update=([2-9]|\\d\\d+),.*")));
    assertFalse(user.button("study.resume").isVisible());
    window.press("study.stop");
    window.settle();
    assertFalse(Files.exists(StudyFolder.report(folder)));
    assertTrue(window.words("study.status").contains("0 of 2"), window.words("study.status"));
    assertTrue(user.button("study.resume").isVisible());
    window.press("study.toForm");
    assertEquals("Resume", user.button("study.start").getText());

    // The same study with fewer updates is another one.
    window.type("study.settings", user.text("study.settings").replace("updates=60", "updates=6"));
    window.settle();
    assertTrue(
        window.words("study.message").contains("settings.updates: 60; the file now says 6"),
        window.words("study.message"));
    assertTrue(user.button("study.start").isDisabled());

    // Its folder is opened like a file, and offers to go on.
    window.onFx(() -> {
      window.context().open(folder);
      return true;
    });
    window.until(() -> window.context().workspace().state().tabs().size() == 2);
    window.settle();
    window.onFx(() -> {
      window.context().close(window.context().workspace().state().tabs().getFirst());
      return true;
    });
    window.until(() -> user.button("study.resume").isVisible());
    window.press("study.resume");
    window.until(() -> Files.exists(StudyFolder.report(folder)));
    window.settle();
    assertEquals(
        0,
        CapturedCommand.of(
                "study", file.toString(), "--out", home.resolve("whole").toString(), "--json")
            .exitCode());
    for (String name : List.of("scores.csv", "report.json")) {
      assertArrayEquals(
          Files.readAllBytes(home.resolve("whole").resolve(name)),
          Files.readAllBytes(folder.resolve(name)),
          name);
    }
    assertTrue(window.words("study.status").contains("2 of 2"), window.words("study.status"));
  }

  @Test
  void anotherStudyOpensInATabOfItsOwnWhileOneGoesOn() throws Exception {
    Path file = user.rooms(100_000, 1);
    user.open(file);
    window.until(() -> !user.button("study.start").isDisabled());
    window.type("study.folder", home.resolve("long").toString());
    window.settle();
    window.press("study.start");
    window.until(() -> window.has("study.runs"));
    Object first = window.onFx(user::front);
    window.press("study.toForm");
    window.answer(file);
    window.press("study.open");
    window.until(() -> window.context().workspace().state().tabs().size() == 2);
    window.onFx(() -> {
      window.context().close(window.context().workspace().state().tabs().getLast());
      return true;
    });
    window.until(() -> user.front().equals(first));
    window.press("study.toResults");
    window.until(() -> !user.button("study.stop").isDisabled());
    window.press("study.stop");
    window.settle();
    assertTrue(window.words("study.status").contains("0 of 2"), window.words("study.status"));
  }

  @Test
  void aFinishedStudyIsReadFromItsFolder() throws Exception {
    Path folder = home.resolve("crossings");
    StudyScores scores = crossings();
    try (StudyFolder study = StudyFolder.open(folder)) {
      for (StudySpec.PlannedRun run : runs(scores)) {
        study.put(
            run,
            new StudyFolder.Entry(
                run.arm().title(),
                run.seed(),
                Map.of(),
                "drive-" + run.key(),
                "finished",
                "",
                "x"));
      }
    }
    scores.write(StudyFolder.scores(folder));
    Files.writeString(
        StudyFolder.report(folder), "{\"name\": \"crossings\", \"notes\": [\"A note.\"]}");
    window.onFx(() -> {
      window.context().open(folder);
      return true;
    });
    window.until(() -> window.has("study.arms"));
    window.settle();
    StudyReport report = StudyReport.of(scores);
    List<String> page = texts(window.find("study.report", ScrollPane.class).getContent());
    for (StudyReport.ArmComparison one : report.comparisons()) {
      assertTrue(page.contains(Sentences.complete(one.sentence())), page::toString);
      assertTrue(page.contains(Sentences.complete(one.gainSentence())), page::toString);
    }
    assertTrue(page.contains("A note."), page::toString);
    assertEquals(report.arms(), user.table("study.arms").getItems());
    assertEquals(report.comparisons(), user.table("study.comparisons").getItems());
    assertEquals(15, user.table("study.runs").getItems().size());
    assertEquals(
        folder, window.onFx(() -> window.context().preferences().state().recent().getFirst()));
    // Without the description of the study nothing can go on, and no episode be recorded again.
    assertFalse(user.button("study.resume").isVisible());
    window.onFx(() -> {
      user.table("study.runs").getSelectionModel().select(0);
      return true;
    });
    assertTrue(user.button("study.run.worst").isDisabled());
    user.photograph("study-report");
    for (String name : List.of("trials.svg", "profile.pdf")) {
      window.answer(home.resolve(name));
      window.onFx(() -> {
        window
            .find("study.figure", MenuButton.class)
            .getItems()
            .get(name.equals("trials.svg") ? 0 : 1)
            .fire();
        return true;
      });
      window.settle();
    }
    String svg = Files.readString(home.resolve("trials.svg"));
    for (String words : List.of("Score by trial", "memory", "no memory", "wiped")) {
      assertTrue(svg.contains(">" + words + "<"), words);
    }
    Files.copy(
        home.resolve("trials.svg"),
        StudyUser.PICTURES.resolve("study-trials.svg"),
        StandardCopyOption.REPLACE_EXISTING);
    Files.copy(
        home.resolve("profile.pdf"),
        StudyUser.PICTURES.resolve("study-profile.pdf"),
        StandardCopyOption.REPLACE_EXISTING);
  }

  private static List<StudySpec.PlannedRun> runs(StudyScores scores) {
    return scores.rows().stream()
        .map(row -> new StudySpec.PlannedRun(row.arm(), row.seed()))
        .distinct()
        .toList();
  }

  /// Three arms, five seeds, two scenarios: one arm learns from trial to trial.
  private static StudyScores crossings() {
    Random random = new Random(7);
    List<StudyScores.Row> rows = new ArrayList<>();
    List<String> arms = List.of("memory", "no memory", "wiped");
    for (long seed = 0; seed < 5; seed++) {
      for (int arm = 0; arm < arms.size(); arm++) {
        double skill = 0.35 + 0.08 * random.nextGaussian();
        double gain = arm == 0 ? 0.45 + 0.05 * random.nextGaussian() : 0.03 * arm;
        for (int episode = 0; episode < 8; episode++) {
          for (int trial = 1; trial <= 4; trial++) {
            double score = Math.clamp(skill + gain * (trial - 1) / 3, 0, 1);
            rows.add(
                new StudyScores.Row(
                    new StudySpec.Arm(arms.get(arm), Optional.empty(), Map.of()),
                    seed,
                    new EvaluationReport.World("crossing-" + episode % 2, Optional.empty()),
                    episode,
                    100 + episode,
                    trial,
                    List.of(score, 2 * score - 0.3, 40.0 - 10 * score)));
          }
        }
      }
    }
    return new StudyScores(List.of("score", "return", "length"), rows);
  }

  private static List<String> texts(Node node) {
    List<String> texts = new ArrayList<>();
    if (node instanceof Label label) {
      texts.add(label.getText());
    } else if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> texts.addAll(texts(child)));
    }
    return texts;
  }
}
