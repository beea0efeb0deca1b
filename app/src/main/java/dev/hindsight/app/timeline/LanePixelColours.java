package dev.hindsight.app.timeline;

import dev.hindsight.app.settings.Theme;
import dev.hindsight.inspector.live.FxColours;
import javafx.scene.paint.Color;

/// Colours as pixels, premultiplied `0xAARRGGBB`.
///
/// @param curve what a curve has behind a column
/// @param joint what joins two columns
/// @param flag where a flag is set
/// @param grid the line at zero
/// @param muted several categories at once
/// @param categories told apart by these, and by their numbers where there is room
record LanePixelColours(int curve, int joint, int flag, int grid, int muted, int[] categories) {
  /// Okabe and Ito's, lightened and darkened.
  private static final int[] ON_DARK = {
    0xff56b4e9, 0xffe69f00, 0xff10c58f, 0xffe38ec4, 0xfff0e442, 0xfff0562a, 0xff9aa7ff, 0xffb9c4d0
  };

  private static final int[] ON_LIGHT = {
    0xff0072b2, 0xffd48f00, 0xff008a63, 0xffa5457f, 0xff9a8b00, 0xffd5400e, 0xff4b55c8, 0xff6d7583
  };

  private static final LanePixelColours DARK =
      new LanePixelColours(0xff56b4e9, 0xff2c5a74, 0xff8fb6d8, 0xff3a424e, 0xff77839a, ON_DARK);

  private static final LanePixelColours LIGHT =
      new LanePixelColours(0xff0072b2, 0xff9cc4de, 0xff3f7fb0, 0xffc3cad3, 0xff8c96a8, ON_LIGHT);

  static LanePixelColours of(Theme theme) {
    return switch (theme) {
      case DARK -> DARK;
      case LIGHT -> LIGHT;
    };
  }

  /// Values that stand side by side get colours that do.
  int category(int value) {
    return categories[Math.floorMod(value, categories.length)];
  }

  /// The same, for a pen.
  Color colour(int value) {
    int argb = category(value);
    return FxColours.of(argb);
  }

  /// What is readable on a category's colour.
  Color on(int value) {
    return luminance(value) > 0.45 ? Color.BLACK : Color.WHITE;
  }

  private double luminance(int value) {
    Color colour = colour(value);
    return 0.2126 * colour.getRed() + 0.7152 * colour.getGreen() + 0.0722 * colour.getBlue();
  }
}
