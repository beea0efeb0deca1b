package dev.hindsight.trainer.env.excavation.picture;

import dev.hindsight.trainer.env.excavation.observation.LocalMap;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Tone;
import java.util.List;

/// The nine local maps as a rose: twelve directions, and from the inside out a ring for each map.
/// The longer a bar in its ring, the larger the sum over the workspace of that direction.
///
/// @param x middle
/// @param y middle
/// @param ahead where the arm looks, radians counter-clockwise from +x
/// @param inner radius of the inmost ring, metres
/// @param ring width of a ring, metres
/// @param full sum that fills a ring
record RoseMarks(float x, float y, double ahead, float inner, float ring, float full) {
  private static final String SEGMENT = "local_maps";
  private static final Mark.Stroke LINE = Mark.Stroke.solid(0, 1).faded(0.6f);
  private static final Mark.Stroke FRAME = Mark.Stroke.solid(0, 1.5f);
  private static final float LETTERS = 11;

  /// Half of the angle of a bar, a little less than half the way to the next direction.
  private static final double HALF = 0.8 * Math.PI / SiteGeometry.DIRECTIONS;

  /// The sums that the agent observes, `[12, 9]`; empty if they are not recorded.
  static float[] sums(Moment moment) {
    float[] sums = moment.row("observation/" + SEGMENT);
    return sums.length == SiteGeometry.DIRECTIONS * LocalMap.COUNT ? sums : new float[0];
  }

  /// The tone of a map, as the picture of the site draws what it sums.
  static Tone tone(LocalMap map) {
    return switch (map) {
      case ACTION_NEG -> Tone.TEXT_MUTED;
      case ACTION_POS -> Tone.EXPERT;
      case TARGET_NEG -> Tone.OFFROAD;
      case TARGET_POS -> Tone.GOAL;
      case DUMPABILITY -> Tone.OBSERVED_ROAD;
      case OBSTACLES -> Tone.STATIC;
      case BORDER_WORKSPACE -> Tone.GHOST;
      case EDGE_ALIGNMENT_ERROR -> Tone.COLLIDED;
      case BORDER_DIGGABLE -> Tone.AGENT;
    };
  }

  /// Adds the rings, their numbers and the bars.
  void add(float[] sums, List<Mark> marks) {
    for (LocalMap map : LocalMap.values()) {
      float radius = inner + map.index() * ring;
      marks.add(arc(radius));
      number(map.index() + 1, radius + ring / 2, marks);
    }
    marks.add(arc(inner + LocalMap.COUNT * ring));
    for (LocalMap map : LocalMap.values()) {
      for (int k = 0; k < SiteGeometry.DIRECTIONS; k++) {
        float sum = Math.abs(sums[k * LocalMap.COUNT + map.index()]);
        if (sum > 0) {
          marks.add(bar(map, k, Math.clamp(sum / full, 0.06f, 1)));
        }
      }
    }
    // The direction of the arm.
    double left = ahead + Math.PI / SiteGeometry.DIRECTIONS;
    double right = ahead - Math.PI / SiteGeometry.DIRECTIONS;
    float outer = inner + LocalMap.COUNT * ring;
    marks.add(new Mark.Polyline(ray(left, inner, outer), FRAME, Tone.SELECTED, MarkSubject.NONE));
    marks.add(new Mark.Polyline(ray(right, inner, outer), FRAME, Tone.SELECTED, MarkSubject.NONE));
  }

  private void number(int index, float radius, List<Mark> marks) {
    double angle = ahead + Math.PI / SiteGeometry.DIRECTIONS;
    marks.add(
        new Mark.Text(
            x + radius * (float) Math.cos(angle),
            y + radius * (float) Math.sin(angle) - ring / 3,
            0,
            Integer.toString(index),
            LETTERS,
            Tone.TEXT,
            MarkSubject.NONE));
  }

  private Mark arc(float radius) {
    int points = 72;
    float[] xy = new float[2 * points + 2];
    for (int i = 0; i <= points; i++) {
      xy[2 * i] = x + radius * (float) Math.cos(2 * Math.PI * i / points);
      xy[2 * i + 1] = y + radius * (float) Math.sin(2 * Math.PI * i / points);
    }
    return new Mark.Polyline(xy, LINE, Tone.ROAD_EDGE, MarkSubject.NONE);
  }

  private float[] ray(double angle, float from, float to) {
    float cos = (float) Math.cos(angle);
    float sin = (float) Math.sin(angle);
    return new float[] {x + from * cos, y + from * sin, x + to * cos, y + to * sin};
  }

  private Mark bar(LocalMap map, int direction, float share) {
    double middle = ahead + 2 * Math.PI * direction / SiteGeometry.DIRECTIONS;
    float from = inner + (map.index() + 0.08f) * ring;
    float to = from + 0.84f * ring * share;
    int points = 7;
    float[] xy = new float[4 * points];
    for (int i = 0; i < points; i++) {
      double angle = middle - HALF + 2 * HALF * i / (points - 1);
      int back = 4 * points - 2 - 2 * i;
      xy[2 * i] = x + from * (float) Math.cos(angle);
      xy[2 * i + 1] = y + from * (float) Math.sin(angle);
      xy[back] = x + to * (float) Math.cos(angle);
      xy[back + 1] = y + to * (float) Math.sin(angle);
    }
    return new Mark.Polygon(xy, Mark.Fill.SOLID, tone(map), new MarkSubject(SEGMENT, direction));
  }
}
