package dev.hindsight.inspector.occlusion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OcclusionPanelTest {
  @TempDir private Path folder;

  /// What the panel says at a tick.
  private static String said(Rollout rollout, int tick) throws Exception {
    return HeadlessToolkit.onFx(() -> {
      try (PanelUnderTest panel = new PanelUnderTest("occlusion", rollout)) {
        panel.show(tick, 0);
        panel.work();
        return panel.find("occlusion.sentence", Label.class).getText();
      }
    });
  }

  @Test
  void outputsThatDifferFromTheRecordedOnesBringTheWarningOfTheCommand() throws Exception {
    try (Rollout rollout =
        new AlteredRollout(DarkRoomRecordings.trained(folder, 30))
            .with("logits", (tick, i, x) -> tick == 7 && i == 1 ? x + 4 : x)) {
      String warned = said(rollout, 7);
      assertTrue(
          warned.startsWith(
              "Warning: even unchanged, the output differs from the recording (logit 1 is off by 4;"),
          warned);
      assertTrue(warned.contains(" It prefers "), warned);
      String right = said(rollout, 8);
      assertTrue(right.startsWith("It prefers "), right);
    }
  }

  @Test
  void withoutASelectedAgentNothingOfTheFormerOneIsShown() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 30)) {
      HeadlessToolkit.onFx(() -> {
        try (PanelUnderTest panel = new PanelUnderTest("occlusion", rollout)) {
          LiveTree<?> table = panel.find("occlusion.parts", LiveTree.class);
          panel.show(7, 0);
          panel.work();
          assertTrue(table.isVisible());
          panel.show(7, Moment.NO_AGENT);
          assertFalse(table.isVisible());
        }
        return true;
      });
    }
  }

  @Test
  void inLimboThePolicyIsNotAsked() throws Exception {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 2, 1).with("removed", Dtype.BOOL, (t, _) -> t, 1);
    String said =
        HeadlessToolkit.onFx(() -> {
          PanelUnderTest panel = new PanelUnderTest("occlusion", rollout);
          panel.show(1, 0);
          panel.work();
          return panel.find("occlusion.sentence", Label.class).getText();
        });
    assertEquals("In limbo: the policy's output means nothing here.", said);
  }
}
