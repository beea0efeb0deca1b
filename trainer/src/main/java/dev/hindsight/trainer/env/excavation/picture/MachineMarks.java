package dev.hindsight.trainer.env.excavation.picture;

import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Tone;
import java.util.List;

/// The machine from above: base with tracks or wheels and a sign of its direction, cabin, arm and
/// bucket.
final class MachineMarks {
  private static final float LETTERS = 13;
  private static final float BUCKET = 0.85f;
  private static final float BUCKET_PIXELS = 5;

  private final SiteMoment site;
  private final List<Mark> marks;
  private final MarkSubject subject;

  private MachineMarks(SiteMoment site, List<Mark> marks) {
    this.site = site;
    this.marks = marks;
    subject = MarkSubject.agent(0);
  }

  /// Adds the marks, bottom to top.
  ///
  /// @param wheeled whether the machine stands on wheels
  static void add(SiteMoment site, boolean wheeled, List<Mark> marks) {
    new MachineMarks(site, marks).draw(wheeled);
  }

  private void draw(boolean wheeled) {
    double base = site.pose().heading();
    float length = site.length();
    float width = site.width();
    // A casing, so that the machine is seen on soil and holes.
    part(base, 0, 0, length * 1.02f, width * 1.04f, 0, Tone.ROAD_SURFACE);
    if (wheeled) {
      for (int side = -1; side <= 1; side += 2) {
        float y = side * width * 0.38f;
        part(base, length * 0.3f, y, length * 0.24f, width * 0.2f, site.wheel(), Tone.STATIC);
        part(base, -length * 0.3f, y, length * 0.24f, width * 0.2f, 0, Tone.STATIC);
      }
      part(base, 0, 0, length * 0.9f, width * 0.32f, 0, Tone.STATIC);
    } else {
      part(base, 0, width * 0.36f, length, width * 0.27f, 0, Tone.STATIC);
      part(base, 0, -width * 0.36f, length, width * 0.27f, 0, Tone.STATIC);
      part(base, 0, 0, length * 0.5f, width * 0.5f, 0, Tone.STATIC);
    }
    // An arrow head shows where the base goes forward.
    float nose = length * 0.5f;
    polygon(
        base,
        Tone.TEXT,
        nose,
        0,
        nose - 0.28f * length,
        0.16f * width,
        nose - 0.28f * length,
        -0.16f * width);
    arm();
  }

  private void arm() {
    double arm = site.arm();
    float side = site.width() * 0.62f;
    part(arm, -0.12f * side, 0, side * 1.2f, side, 0, Tone.ROAD_SURFACE);
    part(arm, -0.12f * side, 0, side * 1.1f, side * 0.9f, 0, Tone.AGENT);
    float reach = (site.nearest() + site.farthest()) / 2;
    float[] boom = line(arm, side * 0.3f, reach);
    marks.add(
        new Mark.Polyline(boom, Mark.Stroke.solid(0.9f, 6), Tone.ROAD_SURFACE, MarkSubject.NONE));
    marks.add(new Mark.Polyline(boom, Mark.Stroke.solid(0.5f, 3), Tone.AGENT, subject));
    boolean loaded = site.load() > 0;
    marks.add(
        new Mark.Disc(
            boom[2],
            boom[3],
            BUCKET,
            BUCKET_PIXELS,
            Mark.Fill.SOLID,
            loaded ? Tone.EXPERT : Tone.ROAD_SURFACE,
            subject));
    marks.add(
        new Mark.Disc(
            boom[2], boom[3], BUCKET, BUCKET_PIXELS, Mark.Fill.HOLLOW, Tone.AGENT, subject));
    if (loaded) {
      marks.add(
          new Mark.Text(
              boom[2],
              boom[3],
              BUCKET,
              Integer.toString(site.load()),
              LETTERS,
              Tone.TEXT,
              MarkSubject.NONE));
    }
  }

  private float[] line(double direction, float from, float to) {
    float cos = (float) Math.cos(direction);
    float sin = (float) Math.sin(direction);
    float x = site.pose().x();
    float y = site.pose().y();
    return new float[] {x + from * cos, y + from * sin, x + to * cos, y + to * sin};
  }

  /// A rectangle of the machine.
  ///
  /// @param heading of the frame
  /// @param ahead place of its middle in the frame
  /// @param left likewise
  /// @param turn of the rectangle in the frame
  private void part(
      double heading, float ahead, float left, float length, float width, double turn, Tone tone) {
    float cos = (float) Math.cos(turn);
    float sin = (float) Math.sin(turn);
    float a = length / 2;
    float b = width / 2;
    polygon(
        heading,
        tone,
        ahead + a * cos - b * sin,
        left + a * sin + b * cos,
        ahead - a * cos - b * sin,
        left - a * sin + b * cos,
        ahead - a * cos + b * sin,
        left - a * sin - b * cos,
        ahead + a * cos + b * sin,
        left + a * sin - b * cos);
  }

  /// @param corners ahead, left, ahead, left, ...
  private void polygon(double heading, Tone tone, float... corners) {
    float cos = (float) Math.cos(heading);
    float sin = (float) Math.sin(heading);
    float[] xy = new float[corners.length];
    for (int i = 0; i < xy.length; i += 2) {
      xy[i] = site.pose().x() + corners[i] * cos - corners[i + 1] * sin;
      xy[i + 1] = site.pose().y() + corners[i] * sin + corners[i + 1] * cos;
    }
    marks.add(new Mark.Polygon(xy, Mark.Fill.SOLID, tone, subject));
  }
}
