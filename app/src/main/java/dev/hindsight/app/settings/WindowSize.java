package dev.hindsight.app.settings;

/// How large the window was; where it was, the window system decides better.
///
/// @param width pixels, without the frame
/// @param height pixels, without the frame
/// @param spread whether it filled the screen
public record WindowSize(double width, double height, Spread spread) {
  /// The smallest window everything fits into.
  public static final WindowSize SMALLEST = new WindowSize(1024, 700, Spread.NORMAL);

  /// The first time.
  public static final WindowSize INITIAL = new WindowSize(1280, 800, Spread.NORMAL);

  /// What the title bar takes of the screen's height, at most on common desktops, pixels.
  private static final double TITLE = 40;

  /// Whether a window fills the screen.
  public enum Spread {
    /// It has its own size.
    NORMAL,
    /// It fills the screen.
    MAXIMIZED
  }

  /// At least large enough for what is in it, whatever the file said.
  public WindowSize usable() {
    return new WindowSize(atLeast(width, SMALLEST.width), atLeast(height, SMALLEST.height), spread);
  }

  /// No larger than the screen, as far as what is in it allows.
  ///
  /// @param screenWidth what the screen has free, pixels
  /// @param screenHeight what it has free, pixels
  public WindowSize within(double screenWidth, double screenHeight) {
    WindowSize whole = usable();
    return new WindowSize(
        Math.min(whole.width, Math.max(SMALLEST.width, screenWidth)),
        Math.min(whole.height, Math.max(SMALLEST.height, screenHeight - TITLE)),
        spread);
  }

  private static double atLeast(double length, double least) {
    return Double.isFinite(length) ? Math.clamp(length, least, 20_000) : least;
  }
}
