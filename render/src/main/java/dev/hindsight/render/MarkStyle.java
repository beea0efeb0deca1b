package dev.hindsight.render;

import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Tone;

/// The measures that both painters use; pixels are those of the picture.
public final class MarkStyle {
  /// Opacity of lightly filled areas.
  public static final float FAINT = 0.07f;

  /// Opacity of the inside of a ghost.
  public static final float GHOST = 0.14f;

  /// Width of an outline.
  public static final float OUTLINE = 1.5f;

  /// Width of the line from a body to a distant label.
  public static final float LEADER = 1;

  /// Opacity of that line.
  public static final float LEADER_OPACITY = 0.8f;

  /// Width of a casing beyond its content.
  public static final float CASING = 1.1f;

  /// Opacity of a casing.
  public static final float CASING_OPACITY = 0.85f;

  private static final float RING_OF_SELECTED = 2.6f;
  private static final double WORDS_FOR = 720;
  private static final double CLEARANCE = 5;
  private static final double WORDS_GAP = 2;

  /// Pixels, far more than any screen or film has.
  private static final double LONGEST_DASHED = 1 << 22;

  private MarkStyle() {}

  /// Width of a line in the picture.
  public static float width(Mark.Stroke stroke, double pixelsPerMetre) {
    return (float) Math.max(stroke.metres() * pixelsPerMetre, stroke.minPixels());
  }

  /// Whether a line can be dashed. Painters follow it dash by dash, far outside the picture too, so
  /// that one to a place that is not of this world would never end.
  ///
  /// @param extent width and height of its bounds together, pixels
  public static boolean dashable(double extent) {
    return extent < LONGEST_DASHED;
  }

  /// Dash and gap of a dashed line of this width.
  public static float[] dashes(float width) {
    return new float[] {1.5f + 1.5f * width, 1 + 1.4f * width};
  }

  /// Radius of a disc in the picture.
  public static float radius(Mark.Disc disc, double pixelsPerMetre) {
    return (float) Math.max(disc.radius() * pixelsPerMetre, disc.minPixels());
  }

  /// Line width of a hollow disc.
  public static float ring(Tone tone) {
    return hasCasing(tone) || tone == Tone.LOSS ? RING_OF_SELECTED : OUTLINE;
  }

  /// Line style of a hollow disc. It distinguishes things pointed at from the selection, a
  /// predicted loss of separation from an actual one, and what lowers an output from what raises
  /// it.
  public static Mark.Dash dash(Tone tone) {
    return tone == Tone.POINTED || tone == Tone.CONFLICT || tone == Tone.LOWERS
        ? Mark.Dash.DASHED
        : Mark.Dash.SOLID;
  }

  /// Whether a hollow disc gets a casing, so that it is visible over anything.
  public static boolean hasCasing(Tone tone) {
    return tone == Tone.SELECTED
        || tone == Tone.POINTED
        || tone == Tone.RAISES
        || tone == Tone.LOWERS;
  }

  /// Width of a connection.
  ///
  /// @param weight `0..1`
  public static float linkWidth(float weight) {
    return 1 + 3 * Math.clamp(weight, 0f, 1f);
  }

  /// Opacity of a connection.
  ///
  /// @param weight `0..1`
  public static float linkOpacity(float weight) {
    return 0.3f + 0.7f * Math.clamp(weight, 0f, 1f);
  }

  /// Distance of a text from its point.
  public static double gap(Mark.Text text, double pixelsPerMetre) {
    return Math.max(text.clearance() * pixelsPerMetre, CLEARANCE) + WORDS_GAP;
  }

  /// Scale of text on a large picture: it grows with the square root of the shorter side.
  public static double textScale(double width, double height) {
    return Math.clamp(Math.sqrt(Math.min(width, height) / WORDS_FOR), 0.85, 2);
  }
}
