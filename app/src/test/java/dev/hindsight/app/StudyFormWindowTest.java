package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.cli.CapturedCommand;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.study.plan.StudyFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TabPane;
import org.controlsfx.control.PropertySheet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The form of a study: what it refuses, how it is filled in, saved and opened.
@Timeout(600)
class StudyFormWindowTest {
  private static final PseudoClass WRONG = PseudoClass.getPseudoClass("danger");

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
  void whatTheCommandRefusesTheFormRefusesInPlaceWithItsWords() throws Exception {
    Path file = user.rooms(3, 1);
    user.open(file);
    window.until(() -> !user.button("study.start").isDisabled());
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
      String right = user.text(wrong[0]);
      window.type(wrong[0], wrong[1]);
      window.settle();
      assertTrue(user.button("study.start").isDisabled(), wrong[1]);
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
      assertFalse(user.button("study.start").isDisabled(), window.words("study.message"));
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
      user.button("study.arms.add").requestFocus();
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
    user.photograph("study-form");
    window.type("study.seeds", "9");
    window.answer(file);
    window.press("study.open");
    window.settle();
    assertEquals("3 4", user.text("study.seeds"));
    assertEquals("hidden_size=16", user.text("study.arms.2.settings"));
  }

  @Test
  void theFolderIsChosenAndASettingOfAnArmIsPickedFromTheKnobs() throws Exception {
    user.open(user.rooms(3, 1));
    window.until(() -> !user.button("study.start").isDisabled());
    Path folder = Files.createDirectory(home.resolve("chosen"));
    window.answer(folder);
    window.press("study.folder.choose");
    window.settle();
    assertEquals(folder.toString(), user.text("study.folder"));
    assertTrue(
        window.words("study.message").contains(folder.toString()), window.words("study.message"));

    window.type("study.arms.1.settings", "policy=mlp");
    window.settle();
    window.press("study.arms.1.choose");
    window.until(() -> window.has("study.arm.sheets"));
    window.settle();
    user.photograph("study-arm");
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
    assertEquals("policy=lstm ppo.hidden_size=48", user.text("study.arms.1.settings"));
    assertTrue(window.has("study.arm.sheets"), "it stays open");
    window.settle();
    assertFalse(user.button("study.start").isDisabled(), window.words("study.message"));

    String shared = user.text("study.settings");
    assertTrue(shared.contains("updates=3"), shared);
    window.onFx(() -> {
      knob(learning, "updates").setValue("4");
      knob(learning, "updates").setValue("3");
      return true;
    });
    assertEquals(
        "policy=lstm ppo.hidden_size=48",
        user.text("study.arms.1.settings"),
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
    user.photograph("study-form-drive");
    window.type("study.arms.1.settings", "num_ego_agents=1 policy=mlp");
    window.settle();
    assertFalse(user.button("study.start").isDisabled(), window.words("study.message"));
    assertTrue(window.words("study.message").contains("12 runs"), window.words("study.message"));
  }

  @SuppressWarnings("unchecked") // The choice has such items.
  private ComboBox<Object> choice(String id) {
    return window.find(id, ComboBox.class);
  }

  /// The study with one thing wrong.
  private static String wrong(String field, String yaml) {
    String right = StudyUser.text(3, 1);
    return switch (field) {
      case "study.seeds" -> right.replace("seeds: [0]", yaml);
      case "study.evaluation.episodes" -> right.replace("episodes: 10", yaml);
      case "study.evaluation.settings" -> right + "  " + yaml + "\n";
      case "study.settings" -> right.replace("  num_envs: 8\n", "  " + yaml + "\n");
      case "study.arms.1.settings" -> right.replace("policy: mlp", yaml);
      default -> right.replace("no memory:", yaml);
    };
  }
}
