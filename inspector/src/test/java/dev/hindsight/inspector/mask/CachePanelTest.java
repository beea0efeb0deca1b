package dev.hindsight.inspector.mask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.policy.MemoryErasure;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.List;
import javafx.event.Event;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Slots are removed from the cache in the panel that shows it.
class CachePanelTest {
  @TempDir private Path folder;

  private static void press(PanelUnderTest panel, KeyCode code, int times) {
    for (int i = 0; i < times; i++) {
      Event.fireEvent(
          panel.find("cache.slots", CacheStrip.class),
          new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, false, false, false, false));
    }
  }

  private static Button button(PanelUnderTest panel, String what) {
    return panel.find("cache." + what, Button.class);
  }

  @Test
  void aSlotIsChosenWithArrowsAndErasedAtTheCursor() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 80)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("cache", rollout)) {
          panel.show(50, 0);
          panel.work();
          assertTrue(button(panel, "close").isDisabled(), "no slot is chosen yet");
          press(panel, KeyCode.RIGHT, 3);
          String slot = panel.find("cache.slot", Label.class).getText();
          assertTrue(slot.startsWith("Slot 2: tick 42"), slot);
          button(panel, "close").fire();
          button(panel, "zero").fire();
          press(panel, KeyCode.DELETE, 1);
          assertEquals(
              List.of(
                  new Edit.Slot(50, 0, 42, MemoryErasure.CLOSE),
                  new Edit.Slot(50, 0, 42, MemoryErasure.ZERO),
                  new Edit.Slot(50, 0, 42, MemoryErasure.CLOSE)),
              panel.proposed());
        }
        return true;
      });
    }
  }

  @Test
  void whatIsNotInTheCacheYetCannotBeErased() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 80)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("cache", rollout)) {
          panel.show(42, 0);
          panel.work();
          press(panel, KeyCode.RIGHT, 2);
          assertFalse(button(panel, "close").isDisabled(), "tick 41 was before");
          press(panel, KeyCode.RIGHT, 1);
          assertTrue(button(panel, "close").isDisabled(), "tick 42 is now");
          press(panel, KeyCode.DELETE, 1);
          assertEquals(List.of(), panel.proposed());
        }
        return true;
      });
    }
  }

  @Test
  @SuppressWarnings("unchecked") // Its kind of choice is the panel's own.
  void theWholeCacheIsWipedOfOneAgentOrOfAll() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 80)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("cache", rollout)) {
          panel.show(50, 0);
          panel.work();
          button(panel, "wipe").fire();
          WordedChoiceBox<Object> whose = panel.find("cache.whose", WordedChoiceBox.class);
          whose.setValue(whose.getItems().getLast());
          button(panel, "wipe").fire();
          assertEquals(
              List.of(new Edit.Wipe(50, 0), new Edit.Wipe(50, Edit.ALL)), panel.proposed());
        }
        return true;
      });
    }
  }
}
