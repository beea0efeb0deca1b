package dev.hindsight.trainer.scene;

import java.util.ArrayList;
import java.util.List;

/// One thing to draw, in metres, x right, y up; later marks lie over earlier ones.
///
/// Arrays are never written after construction. Widths in metres scale with the zoom; widths in
/// pixels do not.
public sealed interface Mark {
  /// What it stands for.
  MarkSubject subject();

  /// What its colour means.
  Tone tone();

  /// An open line.
  ///
  /// @param xy x0, y0, x1, y1, ...
  record Polyline(float[] xy, Stroke stroke, Tone tone, MarkSubject subject) implements Mark {
    /// The lines from an index on that look alike. Painters draw them as one path, so where they
    /// cross, their transparency does not add up; and it is faster.
    public static List<Polyline> run(List<Mark> marks, int first) {
      List<Polyline> run = new ArrayList<>();
      for (Mark mark : marks.subList(first, marks.size())) {
        if (!(mark instanceof Polyline line && (run.isEmpty() || line.looksLike(run.getFirst())))) {
          break;
        }
        run.add(line);
      }
      return run;
    }

    private boolean looksLike(Polyline other) {
      return tone == other.tone && stroke.equals(other.stroke);
    }
  }

  /// A closed shape.
  ///
  /// @param xy x0, y0, x1, y1, ...
  record Polygon(float[] xy, Fill fill, Tone tone, MarkSubject subject) implements Mark {}

  /// A body seen from above, with a sign of where it is heading. However far the camera is, it is
  /// drawn large enough to be seen.
  ///
  /// @param heading radians, counter-clockwise from +x
  /// @param form what kind of body it is
  record Box(
      float x,
      float y,
      float heading,
      float length,
      float width,
      Form form,
      Fill fill,
      Tone tone,
      MarkSubject subject)
      implements Mark {
    /// A vehicle.
    public Box(
        float x,
        float y,
        float heading,
        float length,
        float width,
        Fill fill,
        Tone tone,
        MarkSubject subject) {
      this(x, y, heading, length, width, Form.VEHICLE, fill, tone, subject);
    }

    /// The same body in the same place, drawn otherwise.
    public Box drawn(Fill otherFill, Tone otherTone, MarkSubject otherSubject) {
      return new Box(x, y, heading, length, width, form, otherFill, otherTone, otherSubject);
    }
  }

  /// Kinds of bodies.
  enum Form {
    /// Longer than wide, with windows or a nose.
    VEHICLE,
    /// Swept wings and a tail; the same size on the picture at any zoom short of true scale.
    AIRCRAFT
  }

  /// A circle.
  ///
  /// @param radius metres
  /// @param minPixels its radius on the picture is never smaller than this
  record Disc(
      float x, float y, float radius, float minPixels, Fill fill, Tone tone, MarkSubject subject)
      implements Mark {}

  /// A raster of square cells, row 0 at the bottom.
  ///
  /// @param x left edge
  /// @param y bottom edge
  /// @param size side of a cell
  /// @param argb colour per cell, `[rows * columns]`, row-major
  record Cells(
      float x, float y, float size, int columns, int[] argb, Tone tone, MarkSubject subject)
      implements Mark {}

  /// Words centred above a point, over all other marks; their size is in pixels, so they stay
  /// readable at any zoom.
  ///
  /// @param clearance metres about the point that the words stay out of
  /// @param pixels height of the letters
  record Text(
      float x, float y, float clearance, String words, float pixels, Tone tone, MarkSubject subject)
      implements Mark {}

  /// Lines of words beside a body, joined to it by a thin line where they stand off. They are put
  /// where they overlap least with other words and bodies; earlier marks choose first. Where there
  /// is no room, the first line alone is shown, or nothing.
  ///
  /// @param steadyX where the body was when sides were last chosen: the same for some ticks, so
  ///   that labels do not change sides while there is no need
  /// @param steadyY likewise
  /// @param lines words, top to bottom; the first is the name
  /// @param pixels height of the letters
  record Label(
      float x,
      float y,
      float steadyX,
      float steadyY,
      List<String> lines,
      float pixels,
      Tone tone,
      MarkSubject subject)
      implements Mark {
    /// Copies the lines.
    public Label {
      lines = List.copyOf(lines);
    }
  }

  /// Words about a line, beside it anywhere along its middle. They are put where they lie over no
  /// other words and over bodies least; earlier marks choose first, labels before them. Where there
  /// is no room they are left out.
  ///
  /// @param ends of the line
  /// @param steady where the line was when places were last chosen: the same for some ticks, so
  ///   that words do not change places while there is no need
  /// @param part of the line from its first end to where its words are best, `0..1`
  /// @param pixels height of the letters
  record Tag(
      Ends ends,
      Ends steady,
      float part,
      String words,
      float pixels,
      Tone tone,
      MarkSubject subject)
      implements Mark {}

  /// The two ends of a line, metres.
  record Ends(float x0, float y0, float x1, float y1) {}

  /// A straight connection whose weight shows as width and strength.
  ///
  /// @param weight `0..1`
  record Link(float x0, float y0, float x1, float y1, float weight, Tone tone, MarkSubject subject)
      implements Mark {}

  /// How a line is drawn.
  ///
  /// @param metres width in the world; 0 for a hair
  /// @param minPixels never thinner than this on the picture
  /// @param dash whether it is dashed
  /// @param opacity `0..1`
  record Stroke(float metres, float minPixels, Dash dash, float opacity) {
    /// An unbroken, opaque line.
    public static Stroke solid(float metres, float minPixels) {
      return new Stroke(metres, minPixels, Dash.SOLID, 1);
    }

    /// The same line, more or less transparent.
    public Stroke faded(float opacity) {
      return new Stroke(metres, minPixels, dash, opacity);
    }

    /// The same line, broken.
    public Stroke dashed() {
      return new Stroke(metres, minPixels, Dash.DASHED, opacity);
    }
  }

  /// Line styles.
  enum Dash {
    /// Unbroken.
    SOLID,
    /// Broken.
    DASHED
  }

  /// How an area is drawn.
  enum Fill {
    /// Filled and outlined.
    SOLID,
    /// Only the outline: a ghost.
    HOLLOW,
    /// Filled lightly, without an outline.
    FAINT
  }
}
