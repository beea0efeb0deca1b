package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Moment;
import java.util.ArrayList;
import java.util.List;

/// Draws how much things matter to a policy: rings around bodies and spots, lines along lines,
/// areas over areas; the larger and stronger, the more they matter. What raises an output is drawn
/// unbroken, what lowers it broken, so that the two differ without colour.
public final class WeightMarks {
  private static final float LEAST_RADIUS = 10;
  private static final float MORE_RADIUS = 14;
  private static final float LEAST_WIDTH = 1.5f;
  private static final float MORE_WIDTH = 5;

  private WeightMarks() {}

  /// Marks to draw over those of a moment; none if the weights belong to another.
  public static List<Mark> of(Sketch sketch, Moment moment, SubjectWeights weights) {
    List<Mark> marks = new ArrayList<>();
    if (!weights.belongTo(moment) || moment.tick() >= moment.rollout().ticks()) {
      return marks;
    }
    for (Mark mark : sketch.pointed(moment, weights.shares().keySet())) {
      float share = weights.shares().getOrDefault(mark.subject(), 0f);
      if (share != 0) {
        add(mark, share, marks);
      }
    }
    return marks;
  }

  private static void add(Mark mark, float share, List<Mark> marks) {
    Tone tone = share > 0 ? Tone.RAISES : Tone.LOWERS;
    float size = Math.abs(share);
    switch (mark) {
      case Mark.Disc disc ->
          marks.add(
              new Mark.Disc(
                  disc.x(),
                  disc.y(),
                  disc.radius() * (0.9f + 0.6f * size),
                  LEAST_RADIUS + MORE_RADIUS * size,
                  Mark.Fill.HOLLOW,
                  tone,
                  MarkSubject.NONE));
      case Mark.Polyline line ->
          marks.add(new Mark.Polyline(line.xy(), stroke(share), tone, MarkSubject.NONE));
      case Mark.Polygon polygon -> {
        marks.add(new Mark.Polygon(polygon.xy(), Mark.Fill.FAINT, tone, MarkSubject.NONE));
        marks.add(new Mark.Polyline(closed(polygon.xy()), stroke(share), tone, MarkSubject.NONE));
      }
      case Mark.Box _, Mark.Cells _, Mark.Text _, Mark.Label _, Mark.Tag _, Mark.Link _ -> {
        // Highlights have none of these.
      }
    }
  }

  private static Mark.Stroke stroke(float share) {
    float size = Math.abs(share);
    Mark.Stroke stroke =
        Mark.Stroke.solid(0, LEAST_WIDTH + MORE_WIDTH * size).faded(0.4f + 0.6f * size);
    return share > 0 ? stroke : stroke.dashed();
  }

  private static float[] closed(float[] xy) {
    float[] line = new float[xy.length + 2];
    System.arraycopy(xy, 0, line, 0, xy.length);
    line[xy.length] = xy[0];
    line[xy.length + 1] = xy[1];
    return line;
  }
}
