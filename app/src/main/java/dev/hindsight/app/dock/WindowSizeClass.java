package dev.hindsight.app.dock;

/// How much there is to arrange panes in, measured in what words need.
public enum WindowSizeClass {
  /// Enough for one pane above the other beside the scene, and the timeline below all of them.
  ROOMY,
  /// Too low for that, but wide enough for panes beside the timeline.
  LOW;

  /// Units, of the whole window: a laptop's screen is low, and so is a large one with large words.
  private static final double HIGH = 900;

  /// Units; a timeline beside panes needs half of it.
  private static final double WIDE = 850;

  /// @param width of the window, pixels
  /// @param height of the window, pixels
  /// @param percent of the usual size of words
  public static WindowSizeClass of(double width, double height, int percent) {
    double unit = percent / 100.0;
    return height < HIGH * unit && width >= WIDE * unit ? LOW : ROOMY;
  }
}
