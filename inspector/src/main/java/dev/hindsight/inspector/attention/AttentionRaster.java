package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.attention.AttentionTrace;
import java.util.Arrays;

/// Paints weights into pixels. A pixel gets the largest weight of all cells it touches, so that no
/// large weight is lost. Hot loop: allocates only one row of columns for each picture.
public final class AttentionRaster {
  private static final float NOTHING = -1;

  private final AttentionTrace trace;
  private final float[] plane;
  private final AttentionScale scale;
  private final Diagonal diagonal;

  /// @param plane as in [AttentionTrace#plane]
  public AttentionRaster(
      AttentionTrace trace, float[] plane, AttentionScale scale, Diagonal diagonal) {
    this.trace = trace;
    this.plane = plane;
    this.scale = scale;
    this.diagonal = diagonal;
  }

  /// Paints the visible part of a map into a rectangle of a picture.
  ///
  /// @param argb `[.. * stride]`, `0xAARRGGBB`
  /// @param stride pixels in a line of the picture
  public void paint(
      AttentionMapViewport window, AttentionColours colours, int[] argb, int stride, PixelBox box) {
    int[] from = new int[box.width()];
    int[] to = new int[box.width()];
    for (int x = 0; x < box.width(); x++) {
      double columns = window.right() - window.left();
      double left = window.left() + columns * x / box.width();
      from[x] = (int) Math.floor(left);
      to[x] = Math.max(from[x] + 1, (int) Math.ceil(left + columns / box.width()));
    }
    float[] most = new float[box.width()];
    for (int y = 0; y < box.height(); y++) {
      double rows = window.bottom() - window.top();
      double top = window.top() + rows * y / box.height();
      int first = Math.max(0, (int) Math.floor(top));
      int end =
          Math.min(
              trace.span().ticks(),
              Math.max(first + 1, (int) Math.ceil(top + rows / box.height())));
      Arrays.fill(most, NOTHING);
      for (int query = first; query < end; query++) {
        row(query, from, to, most);
      }
      int line = (box.y() + y) * stride + box.x();
      for (int x = 0; x < most.length; x++) {
        argb[line + x] = colour(most[x], colours);
      }
    }
  }

  /// Collects the largest weight for each pixel of a row. NaN wins over every number.
  private void row(int query, int[] from, int[] to, float[] most) {
    int offset = trace.offset(query);
    int slots = trace.slots(query);
    int hidden = diagonal == Diagonal.HIDDEN ? query : -1;
    for (int x = 0; x < most.length && from[x] < slots; x++) {
      float largest = most[x];
      int end = Math.min(to[x], slots);
      for (int slot = Math.max(0, from[x]); slot < end; slot++) {
        float weight = plane[offset + slot];
        // Written out by hand: this runs a million times for each picture, and most pictures are
        // painted before the JIT has compiled it well.
        if (!(weight <= largest) && slot != hidden && !Float.isNaN(largest)) {
          largest = weight;
        }
      }
      most[x] = largest;
    }
  }

  private int colour(float weight, AttentionColours colours) {
    if (Float.isNaN(weight)) {
      return AttentionColours.NONE;
    }
    return weight == NOTHING ? colours.ground() : colours.argb(scale.strength(weight));
  }
}
