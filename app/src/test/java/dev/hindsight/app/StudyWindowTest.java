package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.cli.CapturedCommand;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.workspace.StudyTab;
import dev.hindsight.app.workspace.TrainingTab;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.study.EvaluationReport;
import dev.hindsight.trainer.study.plan.StudyFile;
import dev.hindsight.trainer.study.plan.StudyFolder;
import dev.hindsight.trainer.study.plan.StudyReport;
import dev.hindsight.trainer.study.plan.StudyScores;
import dev.hindsight.trainer.study.plan.StudySpec;
import dev.hindsight.trainer.text.Sentences;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextInputControl;
import org.controlsfx.control.PropertySheet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A study in the window: set up, run, stopped, resumed and read.
@Timeout(600)
class StudyWindowTest {
  private static final Path PICTURES = Path.of("target", "screenshots");
  private static final PseudoClass WRONG = PseudoClass.getPseudoClass("danger");

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
  void aStudyOfTheWindowIsTheStudyOfTheCommandToTheLastBit() throws Exception {
    Path file = rooms(3, 2);
    open(file);
    window.until(() -> !button("study.start").isDisabled());
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
    assertEquals(2, table("study.arms").getItems().size());
    assertEquals(4, table("study.runs").getItems().size());
    assertEquals(1, table("study.comparisons").getItems().size());
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

    photograph("study");

    window.onFx(() -> {
      table("study.runs").getSelectionModel().select(1);
      return true;
    });
    String run = String.valueOf(table("study.runs").getItems().get(1));
    window.press("study.run.worst");
    window.until(() -> window.context().workspace().state().document().isPresent());
    window.settle();
    window.onFx(() -> {
      window.context().open(StudyFolder.report(folder));
      return true;
    });
    window.until(() -> front() instanceof StudyTab);
    window.settle();
    assertEquals(
        folder, window.onFx(() -> window.context().preferences().state().recent().getFirst()));
    window.onFx(() -> {
      table("study.runs").getSelectionModel().select(1);
      return true;
    });
    window.press("study.run.training");
    window.until(() -> front() instanceof TrainingTab);
    window.settle();
    Object selected =
        window.onFx(() -> table("training.runs").getSelectionModel().getSelectedItem());
    assertTrue(
        selected != null
            && List.of(run.split("[=,\\]]")).stream().anyMatch(selected.toString()::contains),
        run + " is not " + selected);
  }

  @Test
  void aStoppedStudyGoesOnWhereItWas() throws Exception {
    Path file = rooms(60, 1);
    open(file);
    window.until(() -> !button("study.start").isDisabled());
    Path folder = home.resolve("stopped");
    window.type("study.folder", folder.toString());
    window.settle();
    assertEquals("Start", button("study.start").getText());
    window.press("study.start");
    window.until(() -> window.has("study.runs"));
    window.until(() ->
        table("study.runs").getItems().stream()
            .anyMatch(row -> row.toString().matches(".*update=([2-9]|\\d\\d+),.*")));
    assertFalse(button("study.resume").isVisible());
    window.press("study.stop");
    window.settle();
    assertFalse(Files.exists(StudyFolder.report(folder)));
    assertTrue(window.words("study.status").contains("0 of 2"), window.words("study.status"));
    assertTrue(button("study.resume").isVisible());
    window.press("study.toForm");
    assertEquals("Resume", button("study.start").getText());

    // The same study with fewer updates is another one.
    window.type("study.settings", text("study.settings").replace("updates=60", "updates=6"));
    window.settle();
    assertTrue(
        window.words("study.message").contains("settings.updates: 60; the file now says 6"),
        window.words("study.message"));
    assertTrue(button("study.start").isDisabled());

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
    window.until(() -> button("study.resume").isVisible());
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
    Path file = rooms(100_000, 1);
    open(file);
    window.until(() -> !button("study.start").isDisabled());
    window.type("study.folder", home.resolve("long").toString());
    window.settle();
    window.press("study.start");
    window.until(() -> window.has("study.runs"));
    Object first = window.onFx(this::front);
    window.press("study.toForm");
    window.answer(file);
    window.press("study.open");
    window.until(() -> window.context().workspace().state().tabs().size() == 2);
    window.onFx(() -> {
      window.context().close(window.context().workspace().state().tabs().getLast());
      return true;
    });
    window.until(() -> front().equals(first));
    window.press("study.toResults");
    window.until(() -> !button("study.stop").isDisabled());
    window.press("study.stop");
    window.settle();
    assertTrue(window.words("study.status").contains("0 of 2"), window.words("study.status"));
  }

  @Test
  void whatTheCommandRefusesTheFormRefusesInPlaceWithItsWords() throws Exception {
    Path file = rooms(3, 1);
    open(file);
    window.until(() -> !button("study.start").isDisabled());
    for (String[] wrong :
        new String[][] {
          {"study.seeds", "1 1", "seeds: [1, 1]"},
          {"study.seeds", "one", "seeds: [one]"},
          {"study.evaluation.episodes", "0", "episodes: 0"},
          {"study.evaluation.settings", "sise=5", "settings: {sise: 5}"},
          {"study.settings", "updatez=5", "updatez: 5"},
          {"study.arms.1.settings", "polici=mlp", "polici: mlp"},
          {"study.arms.1.name", "Memory", "Memory:"}
        }) {
      String right = text(wrong[0]);
      window.type(wrong[0], wrong[1]);
      window.settle();
      assertTrue(button("study.start").isDisabled(), wrong[1]);
      String said = window.words("study.message");
      assertTrue(
          window.onFx(
              () -> window.find(wrong[0], Node.class).getPseudoClassStates().contains(WRONG)),
          wrong[0] + " is not marked: " + said);
      Path bad = home.resolve("bad.yaml");
      Files.writeString(bad, wrong(wrong[0], wrong[2]));
      CapturedCommand command =
          CapturedCommand.of("study", bad.toString(), "--out", home.resolve("x").toString());
      assertEquals(1, command.exitCode(), wrong[1]);
      for (String part : said.split(": | - ", -1)) {
        String shared = part.strip();
        assertTrue(command.err().contains(shared), "'" + shared + "' is not in " + command.err());
      }
      window.type(wrong[0], right);
      window.settle();
      assertFalse(button("study.start").isDisabled(), window.words("study.message"));
    }
  }

  @Test
  void aStudyIsSetUpByKeyboardSavedAndOpened() throws Exception {
    UserInput keys = new UserInput(window);
    keys.press("Ctrl+Shift+Y");
    window.until(() -> window.has("study.form"));
    window.settle();
    window.type("study.name", "keyboard");
    window.type("study.arms.1.settings", "policy=mlp");
    window.onFx(() -> {
      button("study.arms.add").requestFocus();
      return true;
    });
    keys.press("SPACE");
    window.type("study.arms.2.name", "third");
    window.type("study.arms.2.settings", "hidden_size=16");
    window.type("study.seeds", "3, 4");
    window.settle();
    Path file = home.resolve("keyboard.yaml");
    window.answer(file);
    window.press("study.save");
    window.settle();
    assertEquals(
        List.of("one", "other", "third"),
        StudyFile.read(file).arms().stream().map(arm -> arm.name()).toList());
    assertEquals(List.of(3L, 4L), StudyFile.read(file).seeds());
    photograph("study-form");
    window.type("study.seeds", "9");
    window.answer(file);
    window.press("study.open");
    window.settle();
    assertEquals("3 4", text("study.seeds"));
    assertEquals("hidden_size=16", text("study.arms.2.settings"));
  }

  @Test
  void theFolderIsChosenAndASettingOfAnArmIsPickedFromTheKnobs() throws Exception {
    open(rooms(3, 1));
    window.until(() -> !button("study.start").isDisabled());
    Path folder = Files.createDirectory(home.resolve("chosen"));
    window.answer(folder);
    window.press("study.folder.choose");
    window.settle();
    assertEquals(folder.toString(), text("study.folder"));
    assertTrue(
        window.words("study.message").contains(folder.toString()), window.words("study.message"));

    window.type("study.arms.1.settings", "policy=mlp");
    window.settle();
    window.press("study.arms.1.choose");
    window.until(() -> window.has("study.arm.sheets"));
    window.settle();
    photograph("study-arm");
    PropertySheet learning =
        window.onFx(() -> {
          TabPane tabs = window.find("study.arm.sheets", TabPane.class);
          tabs.getSelectionModel().select(1);
          return (PropertySheet) tabs.getTabs().get(1).getContent();
        });
    assertEquals("mlp", knob(learning, "policy").getValue());
    window.onFx(() -> {
      knob(learning, "hidden_size").setValue("48");
      knob(learning, "policy").setValue("lstm");
      return true;
    });
    assertEquals("policy=lstm ppo.hidden_size=48", text("study.arms.1.settings"));
    assertTrue(window.has("study.arm.sheets"), "it stays open");
    window.settle();
    assertFalse(button("study.start").isDisabled(), window.words("study.message"));

    String shared = text("study.settings");
    assertTrue(shared.contains("updates=3"), shared);
    window.onFx(() -> {
      knob(learning, "updates").setValue("4");
      knob(learning, "updates").setValue("3");
      return true;
    });
    assertEquals(
        "policy=lstm ppo.hidden_size=48",
        text("study.arms.1.settings"),
        "the value that all arms share is no setting of one");
    window.type("study.arms.1.settings", "policy=mlp");
    assertFalse(window.has("study.arm.sheets"), "what is typed is not in the sheet");
  }

  private static PropertySheet.Item knob(PropertySheet sheet, String name) {
    return sheet.getItems().stream()
        .filter(item -> item.getName().equals(name))
        .findFirst()
        .orElseThrow();
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
    assertEquals(report.arms(), table("study.arms").getItems());
    assertEquals(report.comparisons(), table("study.comparisons").getItems());
    assertEquals(15, table("study.runs").getItems().size());
    assertEquals(
        folder, window.onFx(() -> window.context().preferences().state().recent().getFirst()));
    // Without the description of the study nothing can go on, and no episode be recorded again.
    assertFalse(button("study.resume").isVisible());
    window.onFx(() -> {
      table("study.runs").getSelectionModel().select(0);
      return true;
    });
    assertTrue(button("study.run.worst").isDisabled());
    photograph("study-report");
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
        PICTURES.resolve("study-trials.svg"),
        StandardCopyOption.REPLACE_EXISTING);
    Files.copy(
        home.resolve("profile.pdf"),
        PICTURES.resolve("study-profile.pdf"),
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

  @Test
  void theFormOfAWorldWithMapsAndPartnersHasRoomForAll() throws Exception {
    window.onFx(() -> {
      window.command("file.study");
      return true;
    });
    window.until(() -> window.has("study.environment"));
    window.onFx(() -> {
      choice("study.environment").setValue(BuiltInEnvironments.named("drive"));
      return true;
    });
    window.until(() -> window.has("study.evaluation.partners"));
    window.type("study.partners", "scripted:timid; scripted:bold");
    window.type("study.arms.0.settings", "num_ego_agents=1");
    window.settle();
    photograph("study-form-drive");
    window.type("study.arms.1.settings", "num_ego_agents=1 policy=mlp");
    window.settle();
    assertFalse(button("study.start").isDisabled(), window.words("study.message"));
    assertTrue(window.words("study.message").contains("12 runs"), window.words("study.message"));
  }

  @SuppressWarnings("unchecked") // The choice has such items.
  private ComboBox<Object> choice(String id) {
    return window.find(id, ComboBox.class);
  }

  private void photograph(String name) throws IOException, TimeoutException {
    Files.createDirectories(PICTURES);
    for (Theme theme : Theme.values()) {
      window.onFx(() -> {
        window.context().preferences().send(kept -> kept.with(theme));
        return true;
      });
      for (int[] size : new int[][] {{1024, 700}, {1280, 800}, {1920, 1080}}) {
        WindowScreenshots pictures =
            new WindowScreenshots(
                window, PICTURES, theme.name().toLowerCase(Locale.ROOT), size[0], size[1]);
        pictures.take(name);
        assertEquals(List.of(), pictures.cutOff());
      }
    }
  }

  private static String text(int updates, int seeds) {
    String line = seeds == 1 ? "seeds: [0]" : "seeds: [0, 1]";
    return "name: rooms\n" + RoomsStudy.yaml(line, updates);
  }

  /// The study with one thing wrong.
  private static String wrong(String field, String yaml) {
    String right = text(3, 1);
    return switch (field) {
      case "study.seeds" -> right.replace("seeds: [0]", yaml);
      case "study.evaluation.episodes" -> right.replace("episodes: 10", yaml);
      case "study.evaluation.settings" -> right + "  " + yaml + "\n";
      case "study.settings" -> right.replace("  num_envs: 8\n", "  " + yaml + "\n");
      case "study.arms.1.settings" -> right.replace("policy: mlp", yaml);
      default -> right.replace("no memory:", yaml);
    };
  }

  private Path rooms(int updates, int seeds) throws IOException {
    Path file = home.resolve("rooms.yaml");
    Files.writeString(file, text(updates, seeds));
    return file;
  }

  private void open(Path file) throws TimeoutException {
    window.onFx(() -> {
      window.context().open(file);
      return true;
    });
    window.until(() -> window.has("study.form"));
    window.until(() -> text("study.name").equals("rooms"));
  }

  private Object front() {
    return window.context().workspace().state().active().orElseThrow();
  }

  private TableView<?> table(String id) {
    return window.find(id, TableView.class);
  }

  private ButtonBase button(String id) {
    return window.find(id, ButtonBase.class);
  }

  private String text(String id) {
    return window.onFx(() -> window.find(id, TextInputControl.class).getText());
  }
}
