package dev.hindsight.trainer.env.darkroom;

import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Where the agent of a dark room has been in this trial: every cell it entered tinted, and a line
/// from middle to middle. Steps against the wall add nothing.
final class DarkRoomPath {
  private static final Mark.Stroke LINE = Mark.Stroke.solid(0.06f, 2.5f).faded(0.85f);

  /// Ticks looked back at most, as in other trails.
  private static final int MOST_TICKS = 512;

  private DarkRoomPath() {}

  private record Cell(float x, float y) {}

  static void add(Poses poses, int tick, List<Mark> marks) {
    MarkSubject agent = MarkSubject.agent(0);
    List<Cell> way = way(poses, tick);
    Set<Cell> entered = new LinkedHashSet<>(way);
    for (Cell cell : entered) {
      marks.add(
          DarkRoomSketch.square(
              cell.x - 0.5f, cell.y - 0.5f, 1, Mark.Fill.FAINT, Tone.TRAIL, agent));
    }
    if (way.size() > 1) {
      float[] xy = new float[2 * way.size()];
      for (int i = 0; i < way.size(); i++) {
        xy[2 * i] = way.get(i).x;
        xy[2 * i + 1] = way.get(i).y;
      }
      marks.add(new Mark.Polyline(xy, LINE, Tone.TRAIL, agent));
    }
  }

  private static List<Cell> way(Poses poses, int tick) {
    List<Cell> way = new ArrayList<>();
    for (int t = Math.max(poses.trialStart(tick), tick - MOST_TICKS); t <= tick; t++) {
      Poses.Pose pose = poses.at(t, 0);
      Cell cell = new Cell(pose.x(), pose.y());
      boolean moved = way.isEmpty() || !way.getLast().equals(cell);
      if (pose.onMap() && moved) {
        way.add(cell);
      }
    }
    return way;
  }
}
