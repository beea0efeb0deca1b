package dev.hindsight.trainer.scene;

import java.util.ArrayList;
import java.util.List;

/// One thing to draw, in metres, x right, y up; later marks lie over earlier ones.
///
/// Arrays are never written after construction. Widths in metres scale with the zoom; widths in
/// pixels do not.
public sealed interface Mark {
  /// The thing it stands for.
  MarkSubject subject();

  /// The meaning of its colour.
  Tone tone();

  /// An open line.
  ///
  /// @param xy x0, y0, x1, y1, ...
  record Polyline(float[] xy, Stroke stroke, Tone tone, MarkSubject subject) implements Mark {
    /// Consecutive lines of the same style, from an index on. Painters draw them as one path, so
    /// that their transparency does not add up where they cross, and because it is faster.
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

  /// A body seen from above, with a sign of its heading. It is always drawn large enough to be
  /// seen, however far the camera is.
  ///
  /// @param heading radians, counter-clockwise from +x
  /// @param form kind of body
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

    /// A copy in another style.
    public Box drawn(Fill otherFill, Tone otherTone, MarkSubject otherSubject) {
      return new Box(x, y, heading, length, width, form, otherFill, otherTone, otherSubject);
    }
  }

  /// Kinds of bodies.
  enum Form {
    /// Longer than wide, with windows or a nose.
    VEHICLE,
    /// Swept wings and a tail; the same size on the picture until the true size is larger.
    AIRCRAFT
  }

  /// A circle.
  ///
  /// @param radius metres
  /// @param minPixels smallest radius on the picture
  record Disc(
      float x, float y, float radius, float minPixels, Fill fill, Tone tone, MarkSubject subject)
      implements Mark {}

  /// A grid of square cells, row 0 at the bottom.
  ///
  /// @param x left edge
  /// @param y bottom edge
  /// @param size side of a cell
  /// @param argb colour per cell, `[rows * columns]`, row-major
  record Cells(
      float x, float y, float size, int columns, int[] argb, Tone tone, MarkSubject subject)
      implements Mark {}

  /// Text centred above a point, over all other marks; its size is in pixels, so it stays readable
  /// at any zoom.
  ///
  /// @param clearance distance in metres that the text keeps from the point
  /// @param pixels height of the letters
  record Text(
      float x, float y, float clearance, String words, float pixels, Tone tone, MarkSubject subject)
      implements Mark {}

  /// Lines of text beside a body, joined to it by a thin line if they are not adjacent. They are
  /// placed where they overlap least with other text and bodies; earlier marks choose first.
  /// Without room, only the first line is shown, or nothing.
  ///
  /// @param steadyX position of the body when sides were last chosen: constant for some ticks, so
  ///   that labels do not change sides unnecessarily
  /// @param steadyY likewise
  /// @param lines the text, top to bottom; the first line is the name
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

  /// Text about a line, placed anywhere along its middle part. It is placed where it overlaps no
  /// other text and bodies least; earlier marks choose first, labels before tags. Without room it
  /// is left out.
  ///
  /// @param ends of the line
  /// @param steady the line when places were last chosen: constant for some ticks, so that text
  ///   does not change places unnecessarily
  /// @param part fraction of the line from its first end to the best place, `0..1`
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

  /// A straight connection whose width and opacity show its weight.
  ///
  /// @param weight `0..1`
  record Link(float x0, float y0, float x1, float y1, float weight, Tone tone, MarkSubject subject)
      implements Mark {}

  /// How a line is drawn.
  ///
  /// @param metres width in the world; 0 for the thinnest line
  /// @param minPixels smallest width on the picture
  /// @param dash whether it is dashed
  /// @param opacity `0..1`
  record Stroke(float metres, float minPixels, Dash dash, float opacity) {
    /// An unbroken, opaque line.
    public static Stroke solid(float metres, float minPixels) {
      return new Stroke(metres, minPixels, Dash.SOLID, 1);
    }

    /// The same line with another opacity.
    public Stroke faded(float opacity) {
      return new Stroke(metres, minPixels, dash, opacity);
    }

    /// The same line, dashed.
    public Stroke dashed() {
      return new Stroke(metres, minPixels, Dash.DASHED, opacity);
    }
  }

  /// Line styles.
  enum Dash {
    /// Unbroken.
    SOLID,
    /// Dashed.
    DASHED
  }

  /// How an area is drawn.
  enum Fill {
    /// Filled and outlined.
    SOLID,
    /// Only the outline, for ghosts.
    HOLLOW,
    /// Filled lightly, without an outline.
    FAINT
  }
}
