package dev.hindsight.inspector.live;

import javafx.scene.paint.Color;

/// JavaFX colours of a palette.
public final class FxColours {
  private FxColours() {}

  /// @param rgb `0xRRGGBB`; higher bits are ignored
  public static Color of(int rgb) {
    return Color.rgb(rgb >> 16 & 0xff, rgb >> 8 & 0xff, rgb & 0xff);
  }
}
