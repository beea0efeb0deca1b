package dev.hindsight.inspector.attention;

import dev.hindsight.render.Palette;

/// Colours for attention weights: viridis (Smith and van der Walt, 2015), from dark to bright,
/// perceptually uniform and readable with every common form of colour blindness; reversed on a
/// light background.
public final class AttentionColours {
  /// The colour of NaN.
  public static final int NONE = 0xffd81b60;

  private static final int OPAQUE = 0xff000000;
  private static final int[] STOPS = {
    0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c, 0x22a884, 0x44bf70, 0x7ad151,
    0xbddf26, 0xfde725
  };
  private static final int SHADES = 256;

  private final int[] shades = new int[SHADES];
  private final int ground;

  /// The colours for a theme.
  public AttentionColours(Palette palette) {
    boolean dark = palette.equals(Palette.DARK);
    ground = OPAQUE | palette.background();
    for (int i = 0; i < SHADES; i++) {
      double at = (dark ? i : SHADES - 1 - i) / (double) (SHADES - 1) * (STOPS.length - 1);
      int low = Math.min((int) at, STOPS.length - 2);
      shades[i] = OPAQUE | mixed(STOPS[low], STOPS[low + 1], at - low);
    }
  }

  private static int mixed(int a, int b, double part) {
    int mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      int from = a >> shift & 0xff;
      int to = b >> shift & 0xff;
      mixed |= (int) Math.round(from + part * (to - from)) << shift;
    }
    return mixed;
  }

  /// The colour of a strength as `0xAARRGGBB`.
  ///
  /// @param strength `0..1`
  public int argb(float strength) {
    return shades[Math.clamp((int) (strength * (SHADES - 1) + 0.5f), 0, SHADES - 1)];
  }

  /// The background colour where there is no weight, as `0xAARRGGBB`.
  public int ground() {
    return ground;
  }
}
