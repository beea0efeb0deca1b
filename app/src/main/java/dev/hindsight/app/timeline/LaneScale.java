package dev.hindsight.app.timeline;

/// The horizontal scale of lanes. A tick is a cell that begins at its number.
///
/// @param ticks in the recording
/// @param first tick at the left edge, need not be whole
/// @param span ticks across the width
/// @param left x of the first tick, in pixels
/// @param width width of the span, in pixels
public record LaneScale(int ticks, double first, double span, double left, double width) {
  /// The scale that shows all of a recording.
  public static LaneScale all(int ticks, double left, double width) {
    return new LaneScale(ticks, 0, Math.max(1, ticks), left, Math.max(1, width));
  }

  /// The x at which a tick begins.
  public double x(double tick) {
    return left + (tick - first) / span * width;
  }

  /// Pixels per tick.
  public double pixelsPerTick() {
    return width / span;
  }

  /// The tick at an x, or the nearest one.
  public int tick(double x) {
    double tick = first + (x - left) / width * span;
    return Math.clamp((long) Math.floor(tick), 0, Math.max(0, ticks - 1));
  }

  /// A round number of ticks between labels, so that they are at least this many pixels apart.
  public int labelEvery(double pixels) {
    double wanted = pixels / pixelsPerTick();
    int step = 1;
    while (step < wanted && step < Integer.MAX_VALUE / 10) {
      step = nextRound(step);
    }
    return step;
  }

  /// 1, 2, 5, 10, 20, 50, ...
  private static int nextRound(int step) {
    int leading = step;
    while (leading >= 10) {
      leading /= 10;
    }
    return leading == 2 ? step / 2 * 5 : step * 2;
  }
}
