package dev.hindsight.app.settings;

import dev.hindsight.render.Palette;

/// Light text on a dark background, or the reverse.
public enum Theme {
  /// Light on dark.
  DARK,
  /// Dark on light.
  LIGHT;

  /// The other one.
  public Theme other() {
    return switch (this) {
      case DARK -> LIGHT;
      case LIGHT -> DARK;
    };
  }

  /// The colours of scenes.
  public Palette palette() {
    return switch (this) {
      case DARK -> Palette.DARK;
      case LIGHT -> Palette.LIGHT;
    };
  }
}
