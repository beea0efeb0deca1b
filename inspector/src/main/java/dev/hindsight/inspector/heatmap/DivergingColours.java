package dev.hindsight.inspector.heatmap;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Tone;

/// Colours of levels: from one hue through the background to another, so that the extremes differ
/// from the middle in brightness and from each other in hue. Blue and orange stay distinguishable
/// with every common form of colour blindness.
public final class DivergingColours {
  private static final int OPAQUE = 0xff000000;

  private final int[] colours = new int[256];

  /// Mixes the colours of a palette.
  public DivergingColours(Palette palette) {
    int middle = palette.background();
    int low = palette.rgb(Tone.LOWERS);
    int high = palette.rgb(Tone.RAISES);
    colours[HeatmapData.NOTHING] = OPAQUE | mix(middle, palette.rgb(Tone.LIMBO), 0.25);
    colours[HeatmapData.FAULT] = OPAQUE | palette.rgb(Tone.OFFROAD);
    colours[HeatmapData.CONSTANT] = OPAQUE | middle;
    int count = 255 - HeatmapData.FIRST;
    for (int i = 0; i <= count; i++) {
      double part = 2.0 * i / count - 1;
      colours[HeatmapData.FIRST + i] = OPAQUE | mix(middle, part < 0 ? low : high, Math.abs(part));
    }
  }

  /// The colour of a level as `0xAARRGGBB`.
  int of(int level) {
    return colours[level];
  }

  /// The colour of a number between -1 and 1, as `0xAARRGGBB`: 0 is the background.
  public int signed(double part) {
    int last = 255 - HeatmapData.FIRST;
    double share = (Math.clamp(part, -1, 1) + 1) / 2;
    return colours[HeatmapData.FIRST + (int) Math.round(share * last)];
  }

  /// The colour of NaN and of infinite numbers.
  public int fault() {
    return colours[HeatmapData.FAULT];
  }

  private static int mix(int from, int to, double part) {
    int mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      int a = from >> shift & 0xff;
      int b = to >> shift & 0xff;
      mixed |= (int) Math.round(a + (b - a) * part) << shift;
    }
    return mixed;
  }
}
