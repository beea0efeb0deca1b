package dev.hindsight.app.settings;

/// How large the window was; where it was, the window system decides better.
///
/// @param width pixels, without the frame
/// @param height pixels, without the frame
/// @param spread whether it filled the screen
public record WindowPlace(double width, double height, Spread spread) {
  /// The smallest window everything fits into.
  public static final WindowPlace SMALLEST = new WindowPlace(1024, 700, Spread.NORMAL);

  /// The first time.
  public static final WindowPlace INITIAL = new WindowPlace(1280, 800, Spread.NORMAL);

  /// Whether a window fills the screen.
  public enum Spread {
    /// It has its own size.
    NORMAL,
    /// It fills the screen.
    MAXIMIZED
  }

  /// At least large enough for what is in it, whatever the file said.
  public WindowPlace usable() {
    return new WindowPlace(
        atLeast(width, SMALLEST.width), atLeast(height, SMALLEST.height), spread);
  }

  private static double atLeast(double length, double least) {
    return Double.isFinite(length) ? Math.clamp(length, least, 20_000) : least;
  }
}
