package dev.hindsight.app.settings;

import dev.hindsight.render.Palette;

/// Bright words on a dark ground, or the other way round.
public enum Theme {
  /// Bright on dark.
  DARK,
  /// Dark on bright.
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
