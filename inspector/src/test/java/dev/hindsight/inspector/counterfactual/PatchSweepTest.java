package dev.hindsight.inspector.counterfactual;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.record.ActivationPatch;
import dev.hindsight.trainer.record.ActivationPatch.Place;
import dev.hindsight.trainer.record.PatchSweep;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every cell of a sweep is the patch of its place, to the bit.
class PatchSweepTest {
  private static final int TICKS = 60;
  private static final int TICK = 17;

  @TempDir private Path folder;

  private static float[] at(Outputs outputs, int row) {
    int width = outputs.actions();
    return Arrays.copyOfRange(outputs.logits(), row * width, (row + 1) * width);
  }

  @Test
  void everyCellIsThePatchOfItsPlace() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS);
        OpenedPolicy opened =
            BuiltInPolicies.open("darkroom-5x5", TeacherForcing.shapeOf(rollout))) {
      Span all = Span.all(TICKS);
      PatchSweep sweep =
          PatchSweep.of(
              rollout, opened.policy(), 0, TICK, all, Progress.SILENT, new Cancellation());
      int top = opened.policy().patchableLayers();
      assertEquals(top + 1, sweep.layers().size());
      for (int layer = 0; layer <= top; layer++) {
        assertArrayEquals(
            at(sweep.without(), 0), at(sweep.layers().get(layer), TICK), "by itself: nothing");
        for (int source : new int[] {0, 3, 30, TICKS - 1}) {
          ActivationPatch.Effect one =
              new ActivationPatch(0, List.of(new Place(source, TICK, layer)))
                  .apply(
                      rollout, rollout, opened.policy(), all, Progress.SILENT, new Cancellation());
          assertArrayEquals(at(one.with(), TICK), at(sweep.layers().get(layer), source));
          assertEquals(one.with().values()[TICK], sweep.layers().get(layer).values()[source]);
          assertArrayEquals(at(one.without(), source), at(sweep.own(), source));
        }
      }
      for (int source = 0; source < TICKS; source++) {
        assertArrayEquals(
            at(sweep.own(), source), at(sweep.layers().get(top), source), "above all layers");
      }
      assertFalse(Arrays.equals(at(sweep.without(), 0), at(sweep.layers().getFirst(), 3)));
    }
  }
}
