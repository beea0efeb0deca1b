package dev.hindsight.inspector.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.inspector.bookmark.BookmarkFile;
import dev.hindsight.inspector.bookmark.BookmarkMark;
import dev.hindsight.inspector.bookmark.BookmarkPlace;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.List;
import javafx.event.Event;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatchPanelTest {
  /// In the second episode.
  private static final int TICK = 17;

  private static final int SOURCE = 13;

  @TempDir private Path folder;

  private static String sentence(PanelUnderTest panel) {
    return panel.find("patch.sentence", Label.class).getText();
  }

  /// The columns Recorded, Patched and Source tick of a row.
  private static List<String> row(PanelUnderTest panel, int row) {
    LiveTree<?> table = panel.find("patch.table", LiveTree.class);
    table.getSelectionModel().select(row);
    String[] copied = table.copyText().split("\t");
    return List.of(copied).subList(1, copied.length);
  }

  @SuppressWarnings("unchecked")
  private static void choose(PanelUnderTest panel, String source, int layer) {
    panel.find("patch.from", ComboBox.class).setValue(source);
    panel.find("patch.layer", WordedChoiceBox.class).setValue(layer);
    panel.work();
  }

  @Test
  void aPatchByItselfChangesNothingAndOneAboveAllLayersGivesTheSource() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 60)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("patch", rollout)) {
          panel.show(TICK, 0);
          panel.work();
          panel.find("patch.into-cursor", Button.class).fire();
          panel.find("patch.run", Button.class).fire();
          panel.work();
          WordedChoiceBox<?> layers = panel.find("patch.layer", WordedChoiceBox.class);
          int top = layers.getItems().size() - 1;
          assertTrue(top >= 1, "layers: " + top);

          choose(panel, Integer.toString(TICK), 0);
          assertEquals(6, panel.find("patch.table", LiveTree.class).getRoot().getChildren().size());
          for (int row = 0; row < 6; row++) {
            assertEquals(row(panel, row).get(0), row(panel, row).get(1), "by itself");
          }
          assertTrue(sentence(panel).contains("the policy moves by 0 nats"), sentence(panel));
          assertTrue(sentence(panel).contains("preferred at 0 of "), sentence(panel));

          choose(panel, Integer.toString(SOURCE), top);
          assertNotEquals(row(panel, 0).get(0), row(panel, 0).get(1));
          for (int row = 0; row < 6; row++) {
            assertEquals(row(panel, row).get(2), row(panel, row).get(1), "above all layers");
          }
          assertTrue(
              sentence(panel).contains("with the output of layer " + top + " of tick " + SOURCE),
              sentence(panel));
          assertFalse(sentence(panel).contains("Warning"), sentence(panel));
        }
        return null;
      });
    }
  }

  @Test
  void outputsThatDifferFromTheRecordedOnesBringTheWarningOfTheCommand() throws Exception {
    try (Rollout rollout =
        new AlteredRollout(DarkRoomRecordings.trained(folder, 30))
            .with("logits", (tick, i, x) -> tick == TICK && i == 2 ? x + 4 : x)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("patch", rollout)) {
          panel.show(TICK, 0);
          panel.work();
          panel.find("patch.into-cursor", Button.class).fire();
          panel.find("patch.run", Button.class).fire();
          panel.work();
          choose(panel, Integer.toString(SOURCE), 0);
          assertTrue(
              sentence(panel)
                  .startsWith(
                      "Warning: even unchanged, the output differs from the recording (logit 2 is"
                          + " off by 4;"),
              sentence(panel));
          assertTrue(sentence(panel).contains("with the encoded observation"), sentence(panel));
        }
        return null;
      });
    }
  }

  @Test
  void withoutAnAgentOrWithATickThatDoesNotExistItSaysWhatToDo() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 30)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("patch", rollout)) {
          assertEquals("Select an agent to patch its policy.", sentence(panel));
          panel.show(5, 0);
          panel.work();
          assertTrue(sentence(panel).startsWith("Choose a tick to put"), sentence(panel));
          panel.find("patch.run", Button.class).fire();
          panel.work();
          choose(panel, "9999", 0);
          assertTrue(sentence(panel).startsWith("Choose a tick to put"), sentence(panel));
        }
        return null;
      });
    }
  }

  @Test
  void aBookmarkThatIsSetWhileThePanelIsOpenIsOfferedOnceTheListIsOpened() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 30)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("patch", rollout)) {
          panel.show(5, 0);
          panel.work();
          ComboBox<?> into = panel.find("patch.into", ComboBox.class);
          panel.find("patch.into-cursor", Button.class).fire();
          assertEquals(List.of(), into.getItems());
          new BookmarkFile(rollout.file())
              .write(
                  List.of(
                      new Bookmark(
                          BookmarkPlace.of(rollout.trials(), 7, 0),
                          1,
                          "the turn",
                          BookmarkMark.RED,
                          "")));
          Event.fireEvent(into, new Event(ComboBoxBase.ON_SHOWING));
          panel.work();
          assertEquals(List.of("7 the turn"), into.getItems());
          assertEquals("5", into.getEditor().getText());
        }
        return null;
      });
    }
  }
}
