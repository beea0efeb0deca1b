package dev.hindsight.inspector.occlusion;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;

class OcclusionPanelTest {
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
