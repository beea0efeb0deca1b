package dev.hindsight.trainer.env.airspace.radar;

import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Tone;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Places a scenario names for aircraft to go by: a ring each, and the selected aircraft's joined
/// in their order. Read from the fixed array `waypoint`, rows of aircraft, x and y.
final class WaypointMarks {
  private static final int ROW = 3;
  private static final float RING_PIXELS = 3;
  private static final Mark.Stroke ROUTE = Mark.Stroke.solid(0, 1).dashed();

  private WaypointMarks() {}

  static void add(TrafficAtTick trafficAtTick, List<Mark> marks) {
    Optional<NpyArray> found =
        trafficAtTick
            .moment()
            .rollout()
            .fixed("waypoint")
            .filter(array -> array.shape().length == 2 && array.shape()[1] == ROW);
    if (found.isEmpty()) {
      return;
    }
    NpyArray rows = found.get();
    float[] own = new float[2 * rows.shape()[0]];
    int count = 0;
    for (int row = 0; row < rows.shape()[0]; row++) {
      int body = (int) rows.value(ROW * row);
      float x = (float) rows.value(ROW * row + 1);
      float y = (float) rows.value(ROW * row + 2);
      if (body >= 0 && body < trafficAtTick.bodies() && trafficAtTick.here(body)) {
        marks.add(
            new Mark.Disc(x, y, 0, RING_PIXELS, Mark.Fill.HOLLOW, Tone.GOAL, MarkSubject.NONE));
        if (trafficAtTick.selected(body)) {
          own[2 * count] = x;
          own[2 * count++ + 1] = y;
        }
      }
    }
    if (count > 1) {
      float[] route = Arrays.copyOf(own, 2 * count);
      marks.add(new Mark.Polyline(route, ROUTE, Tone.GOAL, MarkSubject.NONE));
    }
  }
}
