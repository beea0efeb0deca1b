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
import dev.hindsight.trainer.study.plan.StudyFile;
import dev.hindsight.trainer.study.plan.StudyFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.TextInputControl;
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
    type("study.folder", folder.toString());
    window.settle();
    assertTrue(words("study.message").contains("4 runs"), words("study.message"));
    press("study.start");
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
    assertTrue(words("study.status").contains("4 of 4"), words("study.status"));

    Path figure = home.resolve("profile.pdf");
    window.answer(figure);
    window.onFx(() -> {
      window.find("study.figure", MenuButton.class).getItems().getLast().fire();
      return true;
    });
    window.settle();
    assertTrue(Files.size(figure) > 1000);
    press("study.scores");
    window.settle();
    assertEquals(List.of(folder.resolve("scores.csv")), window.launched());

    photograph("study");

    window.onFx(() -> {
      table("study.runs").getSelectionModel().select(1);
      return true;
    });
    String run = String.valueOf(table("study.runs").getItems().get(1));
    press("study.run.worst");
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
    press("study.run.training");
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
    type("study.folder", folder.toString());
    window.settle();
    assertEquals("Start", button("study.start").getText());
    press("study.start");
    window.until(() ->
        table("study.runs").getItems().stream()
            .anyMatch(row -> row.toString().matches(".*update=([2-9]|\\d\\d+),.*")));
    assertFalse(button("study.resume").isVisible());
    press("study.stop");
    window.settle();
    assertFalse(Files.exists(StudyFolder.report(folder)));
    assertTrue(words("study.status").contains("0 of 2"), words("study.status"));
    assertTrue(button("study.resume").isVisible());
    press("study.toForm");
    assertEquals("Resume", button("study.start").getText());

    // The same study with fewer updates is another one.
    type("study.settings", text("study.settings").replace("updates=60", "updates=6"));
    window.settle();
    press("study.start");
    window.settle();
    assertTrue(
        window
            .onFx(() -> window.context().notices().state().toString())
            .contains("settings.updates"));

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
    press("study.resume");
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
    assertTrue(words("study.status").contains("2 of 2"), words("study.status"));
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
      type(wrong[0], wrong[1]);
      window.settle();
      assertTrue(button("study.start").isDisabled(), wrong[1]);
      String said = words("study.message");
      assertTrue(
          window.onFx(() ->
              window.find(wrong[0], Node.class).getPseudoClassStates().contains(WRONG)
                  || wrong[0].equals("study.settings")),
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
      type(wrong[0], right);
      window.settle();
      assertFalse(button("study.start").isDisabled(), words("study.message"));
    }
  }

  @Test
  void aStudyIsSetUpByKeyboardSavedAndOpened() throws Exception {
    UserInput keys = new UserInput(window);
    keys.press("Ctrl+Shift+Y");
    window.until(() -> window.has("study.form"));
    window.settle();
    type("study.name", "keyboard");
    type("study.arms.1.settings", "policy=mlp");
    window.onFx(() -> {
      button("study.arms.add").requestFocus();
      return true;
    });
    keys.press("SPACE");
    type("study.arms.2.name", "third");
    type("study.arms.2.settings", "hidden_size=16");
    type("study.seeds", "3, 4");
    window.settle();
    Path file = home.resolve("keyboard.yaml");
    window.answer(file);
    press("study.save");
    window.settle();
    assertEquals(
        List.of("one", "other", "third"),
        StudyFile.read(file).arms().stream().map(arm -> arm.name()).toList());
    assertEquals(List.of(3L, 4L), StudyFile.read(file).seeds());
    photograph("study-form");
    type("study.seeds", "9");
    window.answer(file);
    press("study.open");
    window.settle();
    assertEquals("3 4", text("study.seeds"));
    assertEquals("hidden_size=16", text("study.arms.2.settings"));
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
    return """
    name: rooms
    environment: darkroom
    preset: 5x5
    settings:
      num_envs: 8
      updates: %d
      hidden_size: 8
      feed_forward: 8
      update_epochs: 1
      minibatches: 2
    arms:
      memory:
      no memory:
        policy: mlp
    seeds: [%s]
    evaluation:
      episodes: 10
      seed: 1000
    """
        .formatted(updates, seeds == 1 ? "0" : "0, 1");
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

  private String words(String id) {
    return window.onFx(() -> window.find(id, Label.class).getText());
  }

  private String text(String id) {
    return window.onFx(() -> window.find(id, TextInputControl.class).getText());
  }

  private void type(String id, String typed) {
    window.onFx(() -> {
      window.find(id, TextField.class).setText(typed);
      return true;
    });
  }

  private void press(String id) {
    window.onFx(() -> {
      button(id).fire();
      return true;
    });
  }
}
