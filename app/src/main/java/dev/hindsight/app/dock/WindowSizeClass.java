package dev.hindsight.app.dock;

/// The size class of a window, measured relative to its text.
public enum WindowSizeClass {
  /// Enough for panes stacked beside the scene, with the timeline below all of them.
  ROOMY,
  /// Too low for that, but wide enough for panes beside the timeline.
  LOW;

  /// In units, for the whole window: a laptop's screen counts as low, and so does a large one with
  /// large text.
  private static final double HIGH = 900;

  /// In units; a timeline beside panes needs half of it.
  private static final double WIDE = 850;

  /// @param width of the window, in pixels
  /// @param height of the window, in pixels
  /// @param percent text size, in per cent of the usual one
  public static WindowSizeClass of(double width, double height, int percent) {
    double unit = percent / 100.0;
    return height < HIGH * unit && width >= WIDE * unit ? LOW : ROOMY;
  }
}
