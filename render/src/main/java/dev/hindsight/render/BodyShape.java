package dev.hindsight.render;

import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;

/// The outline of a body from above, in pixels around its middle, x ahead, y to the left: rounded,
/// with windows that show the front, and with a sign for its state, so that no state depends on
/// colour alone.
///
/// | state | shown by |
/// |---|---|
/// | agent | windows (from afar: a pointed nose) |
/// | expert | a dot on the roof |
/// | static | no windows, no nose |
/// | collided | a cross |
/// | offroad | a bar |
/// | limbo | hollow, broken outline (from afar: unbroken, because dashes would be specks) |
/// | respawned, observed | hollow |
public final class BodyShape {
  /// Minimum length and width of a body in pixels, however far the camera.
  private static final float SHORTEST = 12;

  private static final float NARROWEST = 6;

  /// Length in pixels from which windows are recognisable.
  private static final float WINDOWS_FROM = 22;

  /// Below this ratio of length to width a body is not a car: it gets a nose instead of windows.
  private static final float CAR_ASPECT = 1.5f;

  private BodyShape() {}

  /// The colour of a part.
  public enum PartColour {
    /// Separates the body from the ground.
    CASING,
    /// The tone's colour.
    BODY,
    /// Windows.
    GLASS,
    /// The sign on the roof.
    SIGN
  }

  /// A polygon of a body.
  ///
  /// @param xy x0, y0, x1, y1, ... pixels; x ahead, y to the left
  /// @param opacity `0..1`
  /// @param line width of the outline in pixels; 0 for a filled polygon
  /// @param dash of the outline
  public record BodyPolygon(
      float[] xy, PartColour colour, float opacity, float line, Mark.Dash dash) {
    static BodyPolygon filled(float[] xy, PartColour partColour, float opacity) {
      return new BodyPolygon(xy, partColour, opacity, 0, Mark.Dash.SOLID);
    }
  }

  /// The parts of a body, bottom to top.
  public static List<BodyPolygon> of(
      float lengthMetres, float widthMetres, Mark.Fill fill, Tone tone, double pixelsPerMetre) {
    float scale = (float) pixelsPerMetre;
    float grow = Math.max(1, SHORTEST / Math.max(1e-3f, lengthMetres * scale));
    float length = lengthMetres * scale * grow;
    float width = Math.max(NARROWEST, widthMetres * scale * grow);
    List<BodyPolygon> parts = new ArrayList<>(6);
    float[] outline = outline(length, width, 0);
    switch (fill) {
      case SOLID -> {
        parts.add(
            BodyPolygon.filled(
                outline(length, width, MarkStyle.CASING),
                PartColour.CASING,
                MarkStyle.CASING_OPACITY));
        parts.add(BodyPolygon.filled(outline, PartColour.BODY, 1));
        addFront(length, width, tone, parts);
        addSign(length, width, tone, parts);
      }
      case HOLLOW -> {
        boolean broken = tone == Tone.LIMBO && length >= WINDOWS_FROM;
        Mark.Dash dash = broken ? Mark.Dash.DASHED : Mark.Dash.SOLID;
        parts.add(BodyPolygon.filled(outline, PartColour.BODY, MarkStyle.GHOST));
        parts.add(new BodyPolygon(outline, PartColour.BODY, 1, MarkStyle.OUTLINE, dash));
        parts.add(BodyPolygon.filled(nose(length, width), PartColour.BODY, 0.9f));
      }
      case FAINT -> parts.add(BodyPolygon.filled(outline, PartColour.BODY, MarkStyle.FAINT));
    }
    return List.copyOf(parts);
  }

  private static void addFront(float length, float width, Tone tone, List<BodyPolygon> parts) {
    if (tone == Tone.STATIC) {
      return;
    }
    if (length >= WINDOWS_FROM && length >= CAR_ASPECT * width) {
      parts.add(
          BodyPolygon.filled(
              window(length, width, 0.10f, 0.26f, 0.33f, 0.41f), PartColour.GLASS, 0.7f));
      parts.add(
          BodyPolygon.filled(
              window(length, width, -0.30f, -0.40f, 0.32f, 0.37f), PartColour.GLASS, 0.55f));
    } else {
      parts.add(BodyPolygon.filled(nose(length, width), PartColour.SIGN, 0.9f));
    }
  }

  private static void addSign(float length, float width, Tone tone, List<BodyPolygon> parts) {
    float half = 0.42f * width;
    float thick = Math.max(1.1f, 0.09f * width);
    if (tone == Tone.COLLIDED) {
      parts.add(BodyPolygon.filled(bar(-half, -half, half, half, thick), PartColour.SIGN, 1));
      parts.add(BodyPolygon.filled(bar(-half, half, half, -half, thick), PartColour.SIGN, 1));
    } else if (tone == Tone.OFFROAD) {
      float x = -0.1f * length;
      parts.add(BodyPolygon.filled(bar(x, -half, x, half, thick), PartColour.SIGN, 1));
    } else if (tone == Tone.EXPERT) {
      float radius = Math.max(1.3f, 0.2f * width);
      parts.add(BodyPolygon.filled(dot(-0.1f * length, radius), PartColour.SIGN, 0.95f));
    }
  }

  /// A rectangle with rounded corners, rounder in front, grown by some pixels.
  private static float[] outline(float length, float width, float grown) {
    float x = length / 2 + grown;
    float y = width / 2 + grown;
    float front = Math.min(0.42f * width, 0.3f * length) + grown / 2;
    float rear = Math.min(0.22f * width, 0.2f * length) + grown / 2;
    float[] xy = new float[4 * CORNER * 2];
    int at = corner(xy, 0, x - front, y - front, front, 0);
    at = corner(xy, at, -x + rear, y - rear, rear, 1);
    at = corner(xy, at, -x + rear, -y + rear, rear, 2);
    corner(xy, at, x - front, -y + front, front, 3);
    return xy;
  }

  /// Number of points in a rounded corner.
  private static final int CORNER = 6;

  private static int corner(float[] xy, int at, float x, float y, float radius, int quarter) {
    for (int i = 0; i < CORNER; i++) {
      double angle = Math.PI / 2 * (quarter + (double) i / (CORNER - 1));
      xy[at + 2 * i] = x + radius * (float) Math.cos(angle);
      xy[at + 2 * i + 1] = y + radius * (float) Math.sin(angle);
    }
    return at + 2 * CORNER;
  }

  private static float[] nose(float length, float width) {
    float tip = 0.44f * length;
    float back = 0.44f * length - Math.max(3, Math.min(0.3f * length, 0.6f * width));
    return new float[] {tip, 0, back, 0.36f * width, back, -0.36f * width};
  }

  /// @param near,far its start and end, as fractions of the length
  /// @param nearHalf,farHalf half its width there, as fractions of the width
  private static float[] window(
      float length, float width, float near, float far, float nearHalf, float farHalf) {
    return new float[] {
      near * length, nearHalf * width, far * length, farHalf * width,
      far * length, -farHalf * width, near * length, -nearHalf * width
    };
  }

  private static float[] bar(float x0, float y0, float x1, float y1, float thick) {
    float length = (float) Math.hypot(x1 - x0, y1 - y0);
    float nx = -(y1 - y0) / length * thick;
    float ny = (x1 - x0) / length * thick;
    return new float[] {x0 + nx, y0 + ny, x1 + nx, y1 + ny, x1 - nx, y1 - ny, x0 - nx, y0 - ny};
  }

  private static float[] dot(float x, float radius) {
    int corners = 12;
    float[] xy = new float[2 * corners];
    for (int i = 0; i < corners; i++) {
      xy[2 * i] = x + radius * (float) Math.cos(2 * Math.PI * i / corners);
      xy[2 * i + 1] = radius * (float) Math.sin(2 * Math.PI * i / corners);
    }
    return xy;
  }
}
