package dev.hindsight.app.settings;

import dev.hindsight.render.Palette;
import javafx.scene.paint.Color;

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

  /// The background of a window: what the style sheets of the theme call `-color-bg-default`.
  public Color ground() {
    return switch (this) {
      case DARK -> Color.web("#0d1117");
      case LIGHT -> Color.WHITE;
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
