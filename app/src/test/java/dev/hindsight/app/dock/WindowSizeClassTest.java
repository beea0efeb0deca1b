package dev.hindsight.app.dock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Layouts chosen by the available space.
class WindowSizeClassTest {
  @Test
  void aSmallWindowAndLargeWordsLeaveLittleHeight() {
    assertEquals(WindowSizeClass.LOW, WindowSizeClass.of(1024, 700, 100));
    assertEquals(WindowSizeClass.LOW, WindowSizeClass.of(1280, 800, 150));
    assertEquals(WindowSizeClass.LOW, WindowSizeClass.of(1280, 800, 100));
    assertEquals(WindowSizeClass.ROOMY, WindowSizeClass.of(1440, 900, 100));
    assertEquals(WindowSizeClass.ROOMY, WindowSizeClass.of(1920, 1080, 100));
  }

  @Test
  void whereItIsNarrowTooTheTimelineKeepsTheWholeWidth() {
    assertEquals(WindowSizeClass.ROOMY, WindowSizeClass.of(1024, 700, 150));
  }

  @Test
  void aPresetHasTheSamePanesWhateverRoomThereIs() {
    for (LayoutPreset layoutPreset : LayoutPreset.values()) {
      assertEquals(
          panes(layoutPreset, WindowSizeClass.ROOMY),
          panes(layoutPreset, WindowSizeClass.LOW),
          layoutPreset.title());
    }
    assertNotEquals(
        LayoutPreset.INSPECT.layout(WindowSizeClass.ROOMY),
        LayoutPreset.INSPECT.layout(WindowSizeClass.LOW));
  }

  private static Set<PaneId> panes(LayoutPreset layoutPreset, WindowSizeClass windowSizeClass) {
    return new HashSet<>(layoutPreset.layout(windowSizeClass).panes());
  }
}
