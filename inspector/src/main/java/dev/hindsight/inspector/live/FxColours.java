package dev.hindsight.inspector.live;

import javafx.scene.paint.Color;

/// Colours of a palette for a pen.
public final class FxColours {
  private FxColours() {}

  /// @param rgb `0xRRGGBB`; what is above it is not looked at
  public static Color of(int rgb) {
    return Color.rgb(rgb >> 16 & 0xff, rgb >> 8 & 0xff, rgb & 0xff);
  }
}
