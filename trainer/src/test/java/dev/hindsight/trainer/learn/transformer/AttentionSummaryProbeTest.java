package dev.hindsight.trainer.learn.transformer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.learn.net.TestTorch;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;

/// Reports attention on limbo whatever the mask says: here everything is open.
class AttentionSummaryProbeTest {
  private static final int SLOTS = 4;
  private static final TransformerSpec SPEC = new TransformerSpec(2, 2, 1, 4, SLOTS);

  private final SlotWindow window = new SlotWindow(1, SLOTS, FloatBuffer.allocate(SLOTS));
  private final AttentionSummaryProbe glance =
      new AttentionSummaryProbe(Probe.NONE, window, SPEC, 1);

  /// @param weights of both heads, one after the other
  private void tick(int removed, float... weights) {
    window.open();
    glance.begin(new byte[] {(byte) removed});
    try (NDManager manager = TestTorch.manager().newSubManager();
        NDArray array = manager.create(weights, new Shape(1, 2, weights.length / 2))) {
      glance.see(Probe.ProbedArray.ATTENTION, 0, array);
    }
    glance.end();
    window.shut(new byte[] {(byte) removed});
  }

  @Test
  void theHeadWithTheMostWeightOnLimboIsTold() {
    tick(0, 1, 1);
    tick(1, 0.5f, 0.5f, 0, 1);
    assertEquals(0, glance.limboMass(0), "of who is in limbo nothing is told");
    tick(0, 0.25f, 0.25f, 0.5f, 0, 0.75f, 0.25f);
    assertEquals(0.75f, glance.limboMass(0));
    assertEquals(-0.75 * Math.log(0.75) - 0.25 * Math.log(0.25), glance.entropy(0), 1e-6);
  }

  @Test
  void whatWasLimboInAnotherEpisodeIsNoneInThis() {
    tick(1, 1, 1);
    tick(0, 0.5f, 0.5f, 1, 0);
    assertEquals(1, glance.limboMass(0));
    window.forget(0);
    tick(0, 1, 1);
    tick(0, 0.5f, 0.5f, 1, 0);
    assertEquals(0, glance.limboMass(0));
  }
}
