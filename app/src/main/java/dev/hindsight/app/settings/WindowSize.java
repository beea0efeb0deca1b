package dev.hindsight.app.settings;

/// The size of the window; the window system decides better about its position.
///
/// @param width in pixels, without the frame
/// @param height in pixels, without the frame
/// @param spread whether it fills the screen
public record WindowSize(double width, double height, Spread spread) {
  /// The smallest window that everything fits into.
  public static final WindowSize SMALLEST = new WindowSize(1024, 700, Spread.NORMAL);

  /// The size at the first start.
  public static final WindowSize INITIAL = new WindowSize(1280, 800, Spread.NORMAL);

  /// The most that a title bar takes of the screen's height on common desktops, in pixels.
  private static final double TITLE = 40;

  /// Whether a window fills the screen.
  public enum Spread {
    /// It has its own size.
    NORMAL,
    /// It fills the screen.
    MAXIMIZED
  }

  /// At least large enough for its content, whatever the file says.
  public WindowSize usable() {
    return new WindowSize(atLeast(width, SMALLEST.width), atLeast(height, SMALLEST.height), spread);
  }

  /// Not larger than the screen, as far as its content allows.
  ///
  /// @param screenWidth free width of the screen, in pixels
  /// @param screenHeight free height of the screen, in pixels
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
