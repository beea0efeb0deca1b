package dev.hindsight.render.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.PoseSketch;
import java.util.Set;
import javafx.scene.Scene;
import org.junit.jupiter.api.Test;

class SceneViewTest {
  /// The recording has no map, so that its bounds are around the places of bodies so far.
  @Test
  void theWholeOfAGrowingRecordingIsShown() throws Exception {
    MemoryRollout rollout =
        new MemoryRollout("walk", 1, 80, 1)
            .with("pose", Dtype.F4, (tick, i) -> i == 0 ? 10 * tick : 0, 1, 3);
    HeadlessToolkit.onFx(() -> {
      SceneView view = new SceneView(SceneThreads.immediate(), Palette.DARK);
      new Scene(view, 640, 400);
      view.resize(640, 400);
      rollout.comeTo(3);
      Bounds few = shown(view, rollout, 2);
      assertTrue(few.minX() < 0 && few.maxX() > 20 && few.maxX() < 790, few.toString());
      rollout.comeTo(80);
      Bounds all = shown(view, rollout, 79);
      assertTrue(all.minX() < 0 && all.maxX() > 790, all.toString());
      assertEquals(all, shown(view, rollout, 2));
      return true;
    });
  }

  private static Bounds shown(SceneView view, MemoryRollout rollout, int tick) {
    view.show(
        new Moment(rollout, tick, Moment.NO_AGENT),
        new PoseSketch(),
        Set.of(),
        new Camera.WholeMap());
    return view.viewpoint().orElseThrow().visible();
  }
}
