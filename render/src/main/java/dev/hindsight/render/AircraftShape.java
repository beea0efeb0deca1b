package dev.hindsight.render;

import dev.hindsight.render.BodyShape.BodyPolygon;
import dev.hindsight.render.BodyShape.PartColour;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;

/// The outline of an aircraft from above, in pixels around its middle, x ahead, y to the left. It
/// is drawn larger than true scale, because it would be a speck in a picture of a sector.
///
/// | state | shown by |
/// |---|---|
/// | on its way | filled |
/// | conflict | framed by a triangle |
/// | loss of separation | framed by a square with a strong line |
/// | gone, or of another recording | hollow |
final class AircraftShape {
  /// Minimum length in pixels, however far the camera.
  private static final float SHORTEST = 17;

  /// Half the width of its frame, in aircraft lengths.
  private static final float FRAME = 0.72f;

  private static final float FRAME_LINE = 1.6f;
  private static final float STRONG_LINE = 2.6f;

  /// Outline of one side from nose to tail, in aircraft lengths.
  private static final float[] SIDE = {
    0.5f, 0, 0.44f, 0.055f, 0.16f, 0.07f, -0.1f, 0.48f, -0.21f, 0.48f, -0.08f, 0.07f, -0.33f, 0.05f,
    -0.44f, 0.2f, -0.52f, 0.2f, -0.47f, 0
  };

  private AircraftShape() {}

  /// The parts, bottom to top.
  static List<BodyPolygon> of(
      float lengthMetres, Mark.Fill fill, Tone tone, double pixelsPerMetre) {
    float length = Math.max(SHORTEST, lengthMetres * (float) pixelsPerMetre);
    float[] outline = outline(length);
    List<BodyPolygon> parts = new ArrayList<>(4);
    switch (fill) {
      case SOLID -> {
        parts.add(line(outline, PartColour.CASING, MarkStyle.CASING_OPACITY, 2 * MarkStyle.CASING));
        parts.add(BodyPolygon.filled(outline, PartColour.BODY, 1));
      }
      case HOLLOW -> {
        parts.add(BodyPolygon.filled(outline, PartColour.BODY, MarkStyle.GHOST));
        parts.add(line(outline, PartColour.BODY, 1, 1));
      }
      case FAINT -> parts.add(BodyPolygon.filled(outline, PartColour.BODY, MarkStyle.FAINT));
    }
    float side = FRAME * length;
    if (tone == Tone.CONFLICT) {
      // Frames turn with the aircraft: a triangle never looks like a square.
      float reach = 1.35f * side;
      float[] triangle = {reach, 0, -0.6f * reach, 0.9f * reach, -0.6f * reach, -0.9f * reach};
      parts.add(line(triangle, PartColour.BODY, 1, FRAME_LINE));
    } else if (tone == Tone.LOSS) {
      float half = 0.9f * side;
      float[] square = {half, half, -half, half, -half, -half, half, -half};
      parts.add(line(square, PartColour.BODY, 1, STRONG_LINE));
    }
    return List.copyOf(parts);
  }

  private static BodyPolygon line(float[] xy, PartColour partColour, float opacity, float width) {
    return new BodyPolygon(xy, partColour, opacity, width, Mark.Dash.SOLID);
  }

  private static float[] outline(float length) {
    int corners = SIDE.length / 2;
    float[] xy = new float[4 * (corners - 1)];
    for (int i = 0; i < corners; i++) {
      xy[2 * i] = SIDE[2 * i] * length;
      xy[2 * i + 1] = SIDE[2 * i + 1] * length;
    }
    for (int i = 1; i < corners - 1; i++) {
      int mirrored = corners - 1 + i;
      xy[2 * mirrored] = SIDE[2 * (corners - 1 - i)] * length;
      xy[2 * mirrored + 1] = -SIDE[2 * (corners - 1 - i) + 1] * length;
    }
    return xy;
  }
}
