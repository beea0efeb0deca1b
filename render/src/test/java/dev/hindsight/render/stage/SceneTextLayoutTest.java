package dev.hindsight.render.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.SubjectWeights;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javafx.scene.Scene;
import org.junit.jupiter.api.Test;

class SceneTextLayoutTest {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 400;

  private static final Rollout DRIVE =
      new MemoryRollout("still", 2, 8, 4)
          .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 2))
          .with("pose", Dtype.F4, (tick, i) -> i % 3 == 2 ? 0.7 : i < 3 ? tick - 8 : 4, 2, 3);

  private static RequestedView view(Camera camera, double width, double height) {
    return new RequestedView(
        new SceneTextLayout(Palette.DARK),
        new CrowdLayer(Palette.DARK),
        camera,
        width,
        height,
        1,
        1);
  }

  private static PreparedScene prepared(Moment moment, RequestedView view) {
    return PreparedScene.of(
        new PreparedScene.Request(
            moment,
            AllMarksSketch.ofShapes(),
            EnumSet.allOf(Overlay.class),
            Set.of(),
            SubjectWeights.NONE,
            view,
            Optional.empty()));
  }

  @Test
  void textIsLaidOutAheadForTheFrameThatTheSceneThenShows() throws Exception {
    for (Camera camera :
        List.of(
            new Camera.WholeMap(),
            new Camera.Follow(1, 36, Camera.Up.NORTH),
            new Camera.Follow(1, 48, Camera.Up.HEADING),
            new Camera.Free(-9.3, 2.1, 41.7, -0.4))) {
      for (int tick : List.of(0, 3, 7)) {
        Moment moment = new Moment(DRIVE, tick, 1);
        RequestedView view = view(camera, WIDTH, HEIGHT);
        SceneTextLayout.PlacedText ahead = prepared(moment, view).text().orElseThrow();
        assertEquals(view.frame(shown(moment, camera).viewpoint().orElseThrow()), ahead.frame());
        assertTrue(ahead.labels().placed().size() > 0, "the picture has text");
      }
    }
  }

  private static SceneView shown(Moment moment, Camera camera) throws Exception {
    return HeadlessToolkit.onFx(() -> {
      SceneView view = new SceneView(SceneThreads.immediate(), Palette.DARK);
      new Scene(view, WIDTH, HEIGHT);
      view.resize(WIDTH, HEIGHT);
      view.show(moment, AllMarksSketch.ofShapes(), EnumSet.allOf(Overlay.class), camera);
      return view;
    });
  }

  @Test
  void textOfASceneWithoutRoomIsNotLaidOut() {
    RequestedView hidden = view(new Camera.WholeMap(), 0, 0);
    assertEquals(Optional.empty(), prepared(new Moment(DRIVE, 0, 1), hidden).text());
  }
}
