package dev.hindsight.inspector.attention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.TestMouse;
import dev.hindsight.inspector.TestMouse.With;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.ForwardingRollout;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.MarkSubject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.event.Event;
import javafx.geometry.Point2D;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttentionPanelTest {
  @TempDir private Path folder;

  private static void press(PanelUnderTest panel, KeyCode code, Shift shift) {
    AttentionMap map = panel.find("attention.map", AttentionMap.class);
    Event.fireEvent(
        map,
        new KeyEvent(KeyEvent.KEY_PRESSED, "", "", code, shift == Shift.HELD, false, false, false));
  }

  /// Runs the work once for the content and once for its picture, whose size depends on the first
  /// layout.
  private static void settled(PanelUnderTest panel) {
    panel.show(50, 0);
    panel.work();
    panel.work();
  }

  private enum Shift {
    HELD,
    FREE
  }

  @Test
  void itSaysHowFarItCanBeTrustedAndNamesTheCellLookedAt() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 80)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("attention", rollout)) {
          settled(panel);
          String trust = panel.find("attention.source", Label.class).getText();
          assertTrue(trust.contains("darkroom-5x5.safetensors"), trust);
          assertTrue(trust.contains("largest difference from the recording"), trust);
          assertFalse(trust.contains("⚠"), trust);

          press(panel, KeyCode.LEFT, Shift.FREE);
          String cell = panel.find("attention.cell", Label.class).getText();
          assertTrue(cell.startsWith("query tick 60 (trial 3:0) → key tick 59 (trial 2:9)"), cell);
          assertTrue(cell.contains("weight "), cell);
          assertEquals(
              Set.of(MarkSubject.moment(60), MarkSubject.moment(59)), panel.pointed().getLast());
        }
        return true;
      });
    }
  }

  @Test
  void enterGoesToTheQueryAndWithShiftToTheKey() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 80)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("attention", rollout)) {
          settled(panel);
          press(panel, KeyCode.LEFT, Shift.FREE);
          press(panel, KeyCode.ENTER, Shift.FREE);
          press(panel, KeyCode.ENTER, Shift.HELD);
          assertEquals(List.of(60, 59), panel.sought());
        }
        return true;
      });
    }
  }

  private static void click(AttentionMap map, double x, double y, Shift shift) {
    for (var type : List.of(MouseEvent.MOUSE_PRESSED, MouseEvent.MOUSE_RELEASED)) {
      if (shift == Shift.HELD) {
        TestMouse.send(map, type, new Point2D(x, y), With.SHIFT);
      } else {
        TestMouse.send(map, type, new Point2D(x, y));
      }
    }
  }

  private static List<HeadBlend> tiles(AttentionMap map) {
    return map.painted().orElseThrow().order().blends();
  }

  @Test
  void aTileThatIsClickedAndADigitTurnToAHeadAndBackspaceToAll() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 80)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("attention", rollout)) {
          settled(panel);
          AttentionMap map = panel.find("attention.map", AttentionMap.class);
          press(panel, KeyCode.BACK_SPACE, Shift.FREE);
          panel.work();
          int heads = tiles(map).size();
          assertTrue(heads > 1 && map.tiled(), heads + " tiles");

          PixelBox second = map.painted().orElseThrow().order().boxes().get(1);
          double x = second.x() + second.width() / 2.0;
          double y = second.y() + second.height() / 2.0;
          click(map, x, y, Shift.HELD);
          assertEquals(1, panel.sought().size(), "with Shift the cursor moves");
          click(map, x, y, Shift.FREE);
          panel.work();
          assertEquals(List.of(new HeadBlend.One(1)), tiles(map));
          assertEquals(1, panel.sought().size(), "without it does not");

          press(panel, KeyCode.DIGIT1, Shift.FREE);
          panel.work();
          assertEquals(List.of(new HeadBlend.One(0)), tiles(map));
          press(panel, KeyCode.DIGIT9, Shift.FREE);
          panel.work();
          assertEquals(List.of(new HeadBlend.One(0)), tiles(map), "there is no ninth");
          click(map, x, y, Shift.FREE);
          assertEquals(2, panel.sought().size(), "one map is clicked to move the cursor");
        }
        return true;
      });
    }
  }

  @Test
  void choosingAndZoomingPaintAnotherPicture() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 80)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("attention", rollout)) {
          settled(panel);
          AttentionMap map = panel.find("attention.map", AttentionMap.class);
          AttentionMapRequest.RenderedMap first = map.painted().orElseThrow();
          panel.find("attention.diagonal", CheckBox.class).fire();
          panel.work();
          assertEquals(Diagonal.HIDDEN, map.painted().orElseThrow().order().diagonal());
          press(panel, KeyCode.PLUS, Shift.FREE);
          panel.work();
          assertTrue(
              map.painted().orElseThrow().order().window().bottom()
                  < first.order().window().bottom());
          press(panel, KeyCode.DIGIT0, Shift.FREE);
          panel.work();
          assertEquals(first.order().window(), map.painted().orElseThrow().order().window());
        }
        return true;
      });
    }
  }

  @Test
  void aFaultOfTheMemoryIsNamedInThePanel() throws Exception {
    try (Rollout rollout =
        DarkRoomRecordings.record(
            folder,
            Map.of("after_goal", "limbo"),
            FaultyMemory.MemoryFault.WIPED_AT_TRUNCATIONS,
            80)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("attention", rollout)) {
          settled(panel);
          String trust = panel.find("attention.source", Label.class).getText();
          assertTrue(trust.contains("⚠ cache wiped at truncations"), trust);
        }
        return true;
      });
    }
  }

  @Test
  void withoutACheckpointItAsksForOne() throws Exception {
    MemoryRollout bare =
        new MemoryRollout("martian", 1, 6, 1)
            .with("attention/layer0", Dtype.F4, (_, _) -> 1, 1, 2)
            .by(new Manifest.PolicyInfo("martian", "", "", "argmax"));
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest("attention", bare)) {
        panel.show(0, 0);
        panel.work();
        String notice = panel.find("attention.notice", Label.class).getText();
        assertTrue(notice.contains("Choose the checkpoint"), notice);
      }
      return true;
    });
  }

  /// A recording whose attention takes more memory than a test has, if it is all read.
  private record LongAttention(Rollout real, int heads, int slots) implements ForwardingRollout {
    private record Weights(ChannelSpec spec, int[] rowShape) implements Channel {
      @Override
      public int rowLength() {
        return rowShape[1] * rowShape[2];
      }

      @Override
      public double value(int tick, int index) {
        return 0;
      }
    }

    @Override
    public Optional<Channel> channel(String name) {
      return real.channel(name)
          .map(channel ->
              name.equals("attention/layer0")
                  ? new Weights(channel.spec(), new int[] {1, heads, slots})
                  : channel);
    }
  }

  @Test
  void aStretchThatIsTooLongDoesNotHideTheOthers() throws Exception {
    int tooLong = 900;
    MemoryRollout martian =
        new MemoryRollout("martian", 1, tooLong + 10, 1)
            .with("attention/layer0", Dtype.F4, (_, _) -> 0, 1, 1, 1)
            .with("cache_position", Dtype.I4, (tick, _) -> tick % tooLong, 1);
    Rollout rollout = new LongAttention(martian, 100, 1000);
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest("attention", rollout)) {
        panel.show(3, 0);
        panel.work();
        Label notice = panel.find("attention.notice", Label.class);
        assertTrue(notice.getText().contains("900 ticks"), notice.getText());
        panel.show(tooLong + 3, 0);
        panel.work();
        assertEquals("", notice.getText());
      }
      return true;
    });
  }
}
