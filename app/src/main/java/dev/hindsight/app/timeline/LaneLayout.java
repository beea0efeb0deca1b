package dev.hindsight.app.timeline;

import java.util.List;

/// Where lanes stand: trials above, tick numbers below, names on the left. All lengths are units,
/// pixels where words have their usual size.
///
/// @param lanes from top to bottom
/// @param width in all
/// @param height in all
/// @param scroll how far the lanes are scrolled up
record LaneLayout(List<LaneSpec> lanes, double width, double height, double scroll) {
  /// Height of the trials' strip.
  static final double TRIALS = 20;

  /// Height of the ticks' row.
  static final double TICKS = 18;

  /// Room on the right.
  static final double MARGIN = 8;

  private static final double GUTTER = 118;
  private static final double NARROW = 560;

  /// Keeps the scrolling within what there is.
  LaneLayout {
    lanes = List.copyOf(lanes);
    double lanesHeight = lanes.stream().mapToDouble(LaneSpec::height).sum();
    scroll = Math.clamp(scroll, 0, Math.max(0, lanesHeight - Math.max(0, height - TRIALS - TICKS)));
  }

  /// All of the lanes' heights and what is above and below them.
  static double wanted(List<LaneSpec> lanes) {
    return TRIALS + TICKS + lanes.stream().mapToDouble(LaneSpec::height).sum();
  }

  /// Width of the names.
  double gutter() {
    return width < NARROW ? GUTTER * 0.6 : GUTTER;
  }

  /// Where the lanes end and the tick numbers begin.
  double bottom() {
    return Math.max(TRIALS, height - TICKS);
  }

  /// Where a lane begins, which may be out of sight.
  double top(int lane) {
    double y = TRIALS - scroll;
    for (int above = 0; above < lane; above++) {
      y += lanes.get(above).height();
    }
    return y;
  }

  /// The lane at a height, or -1.
  int laneAt(double y) {
    if (y < TRIALS || y >= bottom()) {
      return -1;
    }
    for (int lane = 0; lane < lanes.size(); lane++) {
      if (y < top(lane) + lanes.get(lane).height()) {
        return lane;
      }
    }
    return -1;
  }

  /// The lane whose lower edge is at a height, or -1.
  int edgeAt(double y) {
    for (int lane = 0; lane < lanes.size(); lane++) {
      if (Math.abs(y - top(lane) - lanes.get(lane).height()) <= 3 && y < bottom()) {
        return lane;
      }
    }
    return -1;
  }

  /// The scrolling that brings a lane into sight.
  double showing(int lane) {
    if (lane < 0) {
      return scroll;
    }
    double above = top(lane) - TRIALS;
    double below = top(lane) + lanes.get(lane).height() - bottom();
    return above < 0 ? scroll + above : below > 0 ? scroll + Math.min(below, above) : scroll;
  }

  /// Which ticks stand where.
  LaneScale scale(TimeWindow window) {
    return new LaneScale(
        window.ticks(),
        window.first(),
        window.span(),
        gutter(),
        Math.max(1, width - gutter() - MARGIN));
  }
}
