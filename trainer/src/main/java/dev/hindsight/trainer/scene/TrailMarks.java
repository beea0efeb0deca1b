package dev.hindsight.trainer.scene;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The paths of bodies in this trial: for each body an older, fainter part and the last few
/// seconds.
///
/// A line ends if its body jumps (a respawn) or leaves the map, and another one begins. Takes one
/// row read per tick of the trial.
public final class TrailMarks {
  /// Maximum length of a trail in ticks, which limits the cost of an endless trial.
  private static final int MOST_TICKS = 512;

  /// Ticks in the stronger part.
  private static final int RECENT_TICKS = 20;

  private static final Mark.Stroke OLDER = Mark.Stroke.solid(0.25f, 1.3f).faded(0.42f);
  private static final Mark.Stroke RECENT = Mark.Stroke.solid(0.4f, 2.2f).faded(0.85f);

  private TrailMarks() {}

  /// The trails of all bodies, up to and including a tick; older parts first, so that they lie
  /// below.
  public static List<Mark> of(Poses poses, int tick) {
    int first = Math.max(poses.trialStart(tick), tick - MOST_TICKS);
    int recent = Math.max(first, tick - RECENT_TICKS);
    List<Mark> marks = new ArrayList<>();
    collect(poses, first, recent, OLDER, marks);
    collect(poses, recent, tick, RECENT, marks);
    return marks;
  }

  private static void collect(
      Poses poses, int first, int last, Mark.Stroke stroke, List<Mark> marks) {
    Line[] lines = new Line[poses.count()];
    Arrays.setAll(lines, body -> new Line(stroke, MarkSubject.agent(body)));
    for (int tick = first; tick <= last; tick++) {
      float[] row = poses.row(tick);
      for (int body = 0; body < lines.length; body++) {
        lines[body].to(row[3 * body], row[3 * body + 1], marks);
      }
    }
    for (Line line : lines) {
      line.end(marks);
    }
  }

  /// The line behind one body, as it is built.
  private static final class Line {
    /// A step longer than the previous one by this much, in metres, is a jump.
    private static final float JUMP_METRES = 3;

    private static final float JUMP_FACTOR = 3;

    /// Points closer than this to the previous one are dropped.
    private static final float GAP_METRES = 0.5f;

    private final Mark.Stroke stroke;
    private final MarkSubject markSubject;
    private float[] xy = new float[64];
    private int size;
    private float lastX;
    private float lastY;
    private float lastStep = Float.NaN;

    Line(Mark.Stroke stroke, MarkSubject markSubject) {
      this.stroke = stroke;
      this.markSubject = markSubject;
    }

    void to(float x, float y, List<Mark> marks) {
      if (!new Poses.Pose(x, y, 0, 0).onMap()) {
        end(marks);
        return;
      }
      if (size > 0) {
        float step = (float) Math.hypot(x - lastX, y - lastY);
        if (step > JUMP_METRES + JUMP_FACTOR * lastStep) {
          end(marks);
        } else {
          lastStep = step;
        }
      }
      if (size == 0 || Math.hypot(x - xy[size - 2], y - xy[size - 1]) >= GAP_METRES) {
        add(x, y);
      }
      lastX = x;
      lastY = y;
    }

    /// Ends the line at the body's position, and starts a new one.
    void end(List<Mark> marks) {
      if (size > 0 && (lastX != xy[size - 2] || lastY != xy[size - 1])) {
        add(lastX, lastY);
      }
      if (size >= 4) {
        marks.add(new Mark.Polyline(Arrays.copyOf(xy, size), stroke, Tone.TRAIL, markSubject));
      }
      size = 0;
      lastStep = Float.NaN;
    }

    private void add(float x, float y) {
      if (size + 2 > xy.length) {
        xy = Arrays.copyOf(xy, xy.length * 2);
      }
      xy[size++] = x;
      xy[size++] = y;
    }
  }
}
