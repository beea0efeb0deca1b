package dev.hindsight.trainer.env.airspace.radar;

import dev.hindsight.trainer.env.airspace.geo.AviationUnits;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Tone;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The exits: a dot each, and for the selected aircraft the way there and the radius within which
/// it has left.
final class ExitMarks {
  private static final Mark.Stroke WAY = Mark.Stroke.solid(0, 1.4f).dashed();
  private static final float DOT_PIXELS = 1.8f;
  private static final float NEAR_PIXELS = 5;

  private ExitMarks() {}

  static void add(TrafficAtTick trafficAtTick, List<Mark> marks) {
    Rollout rollout = trafficAtTick.moment().rollout();
    WaypointMarks.add(trafficAtTick, marks);
    Optional<AgentColumn> goal =
        AgentColumn.of(rollout, "goal", 2).filter(c -> c.agents() == trafficAtTick.agents());
    if (goal.isEmpty()) {
      return;
    }
    float[] row = new float[2 * trafficAtTick.agents()];
    goal.get().read(trafficAtTick.moment().tick(), row);
    for (int agent = 0; agent < trafficAtTick.agents(); agent++) {
      float x = row[2 * agent];
      float y = row[2 * agent + 1];
      boolean there = new Poses.Pose(x, y, 0, 0).onMap();
      MarkSubject markSubject = MarkSubject.goal(agent);
      if (there && trafficAtTick.selected(agent)) {
        if (trafficAtTick.here(agent)) {
          Poses.Pose pose = trafficAtTick.pose(agent);
          float[] xy = {pose.x(), pose.y(), x, y};
          marks.add(new Mark.Polyline(xy, WAY, Tone.GOAL, MarkSubject.NONE));
        }
        float near = near(rollout);
        marks.add(
            new Mark.Disc(x, y, near, NEAR_PIXELS, Mark.Fill.HOLLOW, Tone.GOAL, MarkSubject.NONE));
        marks.add(new Mark.Disc(x, y, 0, NEAR_PIXELS, Mark.Fill.SOLID, Tone.GOAL, markSubject));
      } else if (there && trafficAtTick.here(agent)) {
        marks.add(new Mark.Disc(x, y, 0, DOT_PIXELS, Mark.Fill.SOLID, Tone.GOAL, markSubject));
      }
    }
  }

  /// Distance from the exit in metres at which an aircraft has left; 0 if the recording does not
  /// say.
  private static float near(Rollout rollout) {
    return Optional.ofNullable(rollout.manifest().environment().config().get("exit_radius"))
        .map(node -> (float) (node.asDouble(0) * AviationUnits.NAUTICAL_MILE))
        .orElse(0f);
  }

  /// Waypoints of a scenario: a ring each, and the selected aircraft's joined in order. Read from
  /// the fixed array `waypoint`, with rows of aircraft, x and y.
  private static final class WaypointMarks {
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
}
