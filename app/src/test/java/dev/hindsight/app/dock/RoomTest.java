package dev.hindsight.app.dock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Layouts chosen by what room there is.
class RoomTest {
  @Test
  void aSmallWindowAndLargeWordsLeaveLittleHeight() {
    assertEquals(Room.LOW, Room.of(1024, 700, 100));
    assertEquals(Room.LOW, Room.of(1280, 800, 150));
    assertEquals(Room.ROOMY, Room.of(1280, 800, 100));
    assertEquals(Room.ROOMY, Room.of(1920, 1080, 125));
  }

  @Test
  void whereItIsNarrowTooTheTimelineKeepsTheWholeWidth() {
    assertEquals(Room.ROOMY, Room.of(1024, 700, 150));
  }

  @Test
  void aPresetHasTheSamePanesWhateverRoomThereIs() {
    for (Preset preset : Preset.values()) {
      assertEquals(panes(preset, Room.ROOMY), panes(preset, Room.LOW), preset.title());
    }
    assertNotEquals(Preset.INSPECT.layout(Room.ROOMY), Preset.INSPECT.layout(Room.LOW));
  }

  private static Set<PaneId> panes(Preset preset, Room room) {
    return new HashSet<>(preset.layout(room).panes());
  }
}
