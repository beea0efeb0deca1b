package dev.hindsight.render.raster;

import dev.hindsight.render.Palette;

/// A plate with text; a value, so that an unchanged one need not be painted again.
sealed interface Plate permits CaptionPlate, MetricsPlate, ScaleBar {
  /// Margin around the text, in units.
  double PAD = 11;

  /// Height of the letters, in units.
  double LETTERS = 13;

  /// Draws it.
  Sprite paint(Palette palette);
}
