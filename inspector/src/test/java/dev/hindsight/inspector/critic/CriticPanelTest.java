package dev.hindsight.inspector.critic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.TestMouse;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.render.Palette;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Path;
import java.util.Map;
import javafx.scene.Node;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.input.MouseEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The panel on recordings of groups: the policy that acted is found beside the recording.
class CriticPanelTest {
  @TempDir private Path folder;

  private static String text(PanelUnderTest panel, String id) {
    return panel.find("critic." + id, Label.class).getText();
  }

  /// The value of what was done.
  private static double read(String sentence) {
    int from = sentence.indexOf(" has Q ") + " has Q ".length();
    String number = sentence.substring(from, sentence.indexOf(' ', from));
    return Double.parseDouble(number.replace('−', '-'));
  }

  private static String row(PanelUnderTest panel, int row) {
    LiveTree<?> table = panel.find("critic.members", LiveTree.class);
    table.getSelectionModel().select(row);
    return table.copyText();
  }

  @Test
  void aGroupsPayoffTableTellsWhatWasDoneAndWhatIsBest() throws Exception {
    Path file =
        CriticRecordings.record(folder, "spread", Map.of("action_form", "discrete"), Map.of());
    try (Rollout rollout = Rollouts.open(file)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("action-values", rollout)) {
          panel.show(7, Moment.NO_AGENT);
          assertTrue(text(panel, "sentence").startsWith("Select an agent"));
          assertFalse(panel.find("critic.surface", Node.class).isVisible());
          panel.show(7, 1);
          panel.work();
          String sentence = text(panel, "sentence");
          assertTrue(sentence.startsWith("Tick 7: what was done has Q "), sentence);
          assertTrue(sentence.contains("(the critics: "), sentence);
          assertTrue(panel.find("critic.surface", Node.class).isVisible());
          assertEquals(3, panel.find("critic.members", LiveTree.class).getExpandedItemCount());
          String first = row(panel, 0);
          panel.show(9, 1);
          panel.work();
          assertNotEquals(first, row(panel, 0), "the table follows the cursor");

          ChoiceBox<?> choice = panel.find("critic.choice", WordedChoiceBox.class);
          String lowest = text(panel, "sentence");
          choice.getSelectionModel().select(1);
          panel.work();
          String one = text(panel, "sentence");
          choice.getSelectionModel().select(2);
          panel.work();
          assertNotEquals(one, text(panel, "sentence"));
          assertTrue(
              read(lowest) <= read(one) && read(lowest) <= read(text(panel, "sentence")), lowest);

          Node surface = panel.find("critic.surface", Node.class);
          TestMouse.send(surface, MouseEvent.MOUSE_MOVED, surface.localToScene(100, 60));
          assertTrue(text(panel, "told").contains(" against what was done"), text(panel, "told"));
          panel.applyPalette(Palette.LIGHT);
        }
        return true;
      });
    }
  }

  @Test
  void theAxesOfAHeatMapAreChosen() throws Exception {
    Path file = CriticRecordings.record(folder, "spread", Map.of(), Map.of());
    try (Rollout rollout = Rollouts.open(file)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("action-values", rollout)) {
          panel.show(7, 1);
          panel.work();
          ChoiceBox<?> across = panel.find("critic.across", WordedChoiceBox.class);
          assertEquals(6, across.getItems().size());
          assertEquals(2, across.getSelectionModel().getSelectedIndex(), "agent 1, x");
          across.getSelectionModel().select(4);
          panel.work();
          assertTrue(
              text(panel, "sentence").contains("agent 2, x [m/s²]"), text(panel, "sentence"));
          panel.show(8, 1);
          panel.work();
          assertTrue(text(panel, "sentence").contains("agent 2, x [m/s²]"), "the axes stay chosen");
        }
        return true;
      });
    }
  }

  @Test
  void aCheckpointWithoutCriticsSaysWhatToTake() throws Exception {
    Path file = CriticRecordings.record(folder, "spread", Map.of(), Map.of());
    String bare = folder.resolve("bare.safetensors").toString();
    try (Rollout rollout = Rollouts.open(file)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("action-values", rollout)) {
          panel.show(7, 0);
          panel.work();
          ComboBox<?> box = panel.find("critic.checkpoint", ComboBox.class);
          box.getEditor().setText(bare);
          box.commitValue();
          panel.work();
          assertTrue(
              text(panel, "sentence").contains("the checkpoint holds no critics"),
              text(panel, "sentence"));
          assertFalse(panel.find("critic.surface", Node.class).isVisible());
        }
        return true;
      });
    }
  }

  @Test
  void nothingOfTheFormerCheckpointOrAgentStandsUnderTheNewOne() throws Exception {
    Path file = CriticRecordings.record(folder, "spread", Map.of(), Map.of());
    String bare = folder.resolve("bare.safetensors").toString();
    try (Rollout rollout = Rollouts.open(file)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("action-values", rollout)) {
          panel.show(7, 1);
          panel.show(7, 2);
          panel.work();
          ChoiceBox<?> across = panel.find("critic.across", WordedChoiceBox.class);
          assertEquals(4, across.getSelectionModel().getSelectedIndex(), "agent 2, x");
          String there = text(panel, "sentence");
          ComboBox<?> box = panel.find("critic.checkpoint", ComboBox.class);
          box.getEditor().setText(bare);
          box.commitValue();
          assertNotEquals(there, text(panel, "sentence"));
          assertFalse(panel.find("critic.surface", Node.class).isVisible());
          panel.work();
          assertTrue(text(panel, "sentence").contains("no critics"), text(panel, "sentence"));
          box.getEditor().setText("");
          box.commitValue();
          assertFalse(text(panel, "sentence").contains("no critics"), text(panel, "sentence"));
          panel.work();
          assertEquals(there, text(panel, "sentence"));
        }
        return true;
      });
    }
  }
}
