package dev.hindsight.inspector.mask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The texts of the memory panels.
class MaskPanelTest {
  @TempDir private Path folder;

  private static String text(PanelUnderTest panel, String id) {
    return panel.find(id, Label.class).getText();
  }

  @Test
  void aRightRecordingHasNoFaultAndNoLeak() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 80)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("masks", rollout)) {
          panel.show(59, 0);
          panel.work();
          assertTrue(
              text(panel, "masks.sentence").endsWith(", identical in both forms."),
              text(panel, "masks.sentence"));
          assertEquals(
              "✔ No fault in the masks in use at ticks 40 to 79.", text(panel, "masks.verdict"));
          assertEquals(
              "No query on the map puts any weight on limbo, in 80 ticks and 4 heads: leak 0.",
              text(panel, "masks.leakage"));
          panel.show(79, 0);
          panel.work();
          String last = panel.find("masks.strips", Node.class).getAccessibleText();
          assertTrue(last.contains("tick 79: self, kept open"), last);
          assertFalse(last.contains("80"), last);
          panel.show(41, 0);
          panel.work();
          String stale = panel.find("masks.strips", Node.class).getAccessibleText();
          assertTrue(stale.contains("tick 41: self, kept open; slot"), stale);
        }
        return true;
      });
    }
  }

  @Test
  void storedWeightsThatLeakAreNamedAndAddedUp() throws Exception {
    MemoryRollout leaking =
        new MemoryRollout("martian", 1, 4, 1)
            .with("removed", Dtype.BOOL, (t, _) -> t == 1 ? 1 : 0, 1)
            .with(
                "attention/layer0", Dtype.F4, (t, slot) -> slot <= t ? 1.0 / (t + 1) : 0, 1, 1, 4);
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest("masks", leaking)) {
        panel.show(3, 0);
        panel.work();
        assertTrue(
            text(panel, "masks.verdict").contains("weights: limbo slots left open (query tick 2"),
            text(panel, "masks.verdict"));
        assertTrue(
            text(panel, "masks.leakage").contains("a weight of 0.5833 on limbo"),
            text(panel, "masks.leakage"));
      }
      return true;
    });
  }

  /// Correct weights, with garbage marks as a test needs them: at tick 1 the agent is in limbo.
  private static MemoryRollout keeping(int garbageSlot) {
    return new MemoryRollout("martian", 1, 4, 1)
        .with("removed", Dtype.BOOL, (t, _) -> t == 1 ? 1 : 0, 1)
        .with("cache_garbage", Dtype.BOOL, (t, s) -> s == garbageSlot && t >= s ? 1 : 0, 1, 4)
        .with("attention/layer0", Dtype.F4, (t, slot) -> slot == t ? 1 : 0, 1, 1, 4);
  }

  private static String verdict(MemoryRollout rollout) throws Exception {
    return HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest("masks", rollout)) {
        panel.show(3, 0);
        panel.work();
        return text(panel, "masks.verdict");
      }
    });
  }

  @Test
  void recordedGarbageIsHeldAgainstRecordedLimbo() throws Exception {
    assertFalse(verdict(keeping(1)).contains("garbage:"), verdict(keeping(1)));
    assertTrue(
        verdict(keeping(9)).contains("garbage: limbo slots left open (query tick 2, key tick 1"),
        verdict(keeping(9)));
    assertTrue(
        verdict(keeping(2)).contains("garbage: legal keys are closed (query tick 3, key tick 2"),
        verdict(keeping(2)));
  }

  @Test
  void theCachePanelCountsSlotsGarbageAndResets() throws Exception {
    MemoryRollout rollout =
        new MemoryRollout("martian", 1, 6, 1)
            .with("terminal", Dtype.BOOL, (t, _) -> t == 1 ? 1 : 0, 1)
            .with("removed", Dtype.BOOL, (t, _) -> t == 2 ? 1 : 0, 1)
            .with("attention/layer0", Dtype.F4, (_, slot) -> slot == 0 ? 1 : 0, 1, 1, 4);
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest("cache", rollout)) {
        panel.show(4, 0);
        panel.work();
        assertEquals(
            "This tick writes slot 2: filled: 3 of 4 slots, 1 of them garbage (limbo)."
                + " Memory began at tick 2, cause: the end of an episode; earlier resets: 1.",
            text(panel, "cache.sentence"));
      }
      return true;
    });
  }

  @Test
  void lookBackGoesToTheMomentWhosePictureIsPressed() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 60)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("look-back", rollout)) {
          panel.show(30, 0);
          panel.work();
          Button first = panel.find("look-back.moment.0", Button.class);
          first.fire();
          String words = first.getAccessibleText();
          assertTrue(words.startsWith("Go to tick " + panel.sought().getLast() + ","), words);
          assertTrue(text(panel, "look-back.sentence").startsWith("At tick 30 "));
        }
        return true;
      });
    }
  }

  /// Agent 0 does not leak, agent 1 does.
  private static MemoryRollout twoAgents() {
    return new MemoryRollout("martian", 2, 4, 1)
        .with("removed", Dtype.BOOL, (t, _) -> t == 1 ? 1 : 0, 2)
        .with(
            "attention/layer0",
            Dtype.F4,
            (t, i) -> i < 4 ? (i == t ? 1 : 0) : (i - 4 <= t ? 1.0 / (t + 1) : 0),
            2,
            1,
            4);
  }

  @Test
  void leakAndVerdictOfAnotherAgentAreDroppedHoweverLateTheyCome() throws Exception {
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest("masks", twoAgents())) {
        panel.show(3, 0);
        panel.work();
        String leak = text(panel, "masks.leakage");
        String verdict = text(panel, "masks.verdict");
        panel.show(3, 1);
        panel.workOnce();
        List<Runnable> slow = panel.held();
        panel.show(3, 0);
        panel.work();
        slow.forEach(Runnable::run);
        panel.work();
        assertEquals(leak, text(panel, "masks.leakage"));
        assertEquals(verdict, text(panel, "masks.verdict"));
        panel.show(3, 1);
        panel.work();
        assertTrue(
            text(panel, "masks.leakage").startsWith("⚠ Queries on the map put a weight of 0.58"),
            text(panel, "masks.leakage"));
      }
      return true;
    });
  }

  @Test
  void lookBackStaysAtTheTickToWhichTheCursorReturns() throws Exception {
    HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest("look-back", twoAgents())) {
        panel.show(2, 0);
        panel.work();
        String there = text(panel, "look-back.sentence");
        panel.show(3, 0);
        panel.show(2, 0);
        panel.work();
        assertEquals(there, text(panel, "look-back.sentence"));
        assertEquals(1, panel.find("look-back.sentence", Label.class).getOpacity());
      }
      return true;
    });
  }
}
