package dev.hindsight.trainer.env.airspace.radar;

import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Tone;
import java.util.Arrays;
import java.util.List;

/// Past positions of aircraft, and their positions one minute ahead.
final class TrackMarks {
  /// Number of positions in a trail.
  private static final int POSITIONS = 12;

  /// Number of recent positions drawn more strongly.
  private static final int RECENT = 5;

  private static final float SECONDS = 60;
  private static final Mark.Stroke OLDER = Mark.Stroke.solid(0, 1.2f).faded(0.35f);
  private static final Mark.Stroke NEWER = Mark.Stroke.solid(0, 2).faded(0.6f);
  private static final Mark.Stroke VECTOR = Mark.Stroke.solid(0, 1.4f);

  private TrackMarks() {}

  /// The last positions in this trial, older ones at the bottom.
  static void trails(TrafficAtTick trafficAtTick, List<Mark> marks) {
    int tick = trafficAtTick.moment().tick();
    int first = Math.max(trafficAtTick.poses().trialStart(tick), tick - POSITIONS);
    int recent = Math.max(first, tick - RECENT);
    trails(trafficAtTick, first, recent, OLDER, marks);
    trails(trafficAtTick, recent, tick, NEWER, marks);
  }

  private static void trails(
      TrafficAtTick trafficAtTick, int first, int last, Mark.Stroke stroke, List<Mark> marks) {
    for (int body = 0; body < trafficAtTick.bodies(); body++) {
      float[] xy = new float[2 * (last - first + 1)];
      int size = 0;
      for (int tick = first; trafficAtTick.here(body) && tick <= last; tick++) {
        Poses.Pose pose = trafficAtTick.at(tick, body);
        if (pose.onMap()) {
          xy[size++] = pose.x();
          xy[size++] = pose.y();
        }
      }
      if (size >= 4) {
        marks.add(
            new Mark.Polyline(
                Arrays.copyOf(xy, size), stroke, Tone.TRAIL, trafficAtTick.subject(body)));
      }
    }
  }

  /// A minute straight ahead, in the colour of the state; grouped by state, so that each group is
  /// drawn at once.
  static void vectors(TrafficAtTick trafficAtTick, List<Mark> marks) {
    for (TrafficAtTick.ConflictState conflictState : TrafficAtTick.ConflictState.values()) {
      for (int body = 0; body < trafficAtTick.bodies(); body++) {
        float metres = SECONDS * trafficAtTick.speed()[body];
        if (trafficAtTick.states()[body] == conflictState
            && trafficAtTick.here(body)
            && metres > 0) {
          Poses.Pose pose = trafficAtTick.pose(body);
          float x = pose.x() + metres * (float) Math.cos(pose.heading());
          float y = pose.y() + metres * (float) Math.sin(pose.heading());
          float[] xy = {pose.x(), pose.y(), x, y};
          marks.add(new Mark.Polyline(xy, VECTOR, conflictState.tone, trafficAtTick.subject(body)));
        }
      }
    }
  }
}
