package dev.hindsight.app.timeline;

import java.util.List;

/// Where lanes stand: trials above, tick numbers below, names on the left, values at the cursor on
/// the right. All lengths are units, pixels where words have their usual size.
///
/// Lanes that are higher together than there is room become lower, down to [LaneSpec#LOWEST]; only
/// then does one have to scroll.
///
/// @param lanes from top to bottom
/// @param width in all
/// @param height in all
/// @param scroll how far the lanes are scrolled up
record LaneLayout(List<LaneSpec> lanes, double width, double height, double scroll) {
  /// Height of the trials' strip.
  static final double TRIALS = 18;

  /// Height of the ticks' row.
  static final double TICKS = 16;

  /// Room right of the last tick.
  static final double MARGIN = 8;

  private static final double GUTTER = 118;
  private static final double NARROW = 560;

  /// From here on there is room for an action in words.
  private static final double WIDE = 900;

  private static final double VALUES = 132;

  /// Keeps the scrolling within what there is.
  LaneLayout {
    lanes = List.copyOf(lanes);
    double room = Math.max(0, height - TRIALS - TICKS);
    double least = Math.max(room, lanes.size() * (double) LaneSpec.LOWEST);
    double taken = Math.min(least, wanted(lanes) - TRIALS - TICKS);
    scroll = Math.clamp(scroll, 0, Math.max(0, taken - room));
  }

  /// All of the lanes' heights and what is above and below them.
  static double wanted(List<LaneSpec> lanes) {
    return TRIALS + TICKS + lanes.stream().mapToDouble(LaneSpec::height).sum();
  }

  /// Width of the names.
  double gutter() {
    return width < NARROW ? GUTTER * 0.6 : GUTTER;
  }

  /// Width of the values at the cursor; 0 where there is no room for them.
  double values() {
    return width < NARROW ? 0 : width < WIDE ? VALUES * 0.6 : VALUES;
  }

  /// How high a lane is here.
  int height(int lane) {
    double wanted = wanted(lanes) - TRIALS - TICKS;
    double least = lanes.size() * (double) LaneSpec.LOWEST;
    double over = wanted - Math.max(height - TRIALS - TICKS, least);
    int own = lanes.get(lane).height();
    return over <= 0
        ? own
        : (int) (own - (own - LaneSpec.LOWEST) * Math.min(1, over / (wanted - least)));
  }

  /// Where the lanes end and the tick numbers begin.
  double bottom() {
    return Math.max(TRIALS, height - TICKS);
  }

  /// Where a lane begins, which may be out of sight.
  double top(int lane) {
    double y = TRIALS - scroll;
    for (int above = 0; above < lane; above++) {
      y += height(above);
    }
    return y;
  }

  /// The lane at a height, or -1.
  int laneAt(double y) {
    if (y < TRIALS || y >= bottom()) {
      return -1;
    }
    for (int lane = 0; lane < lanes.size(); lane++) {
      if (y < top(lane) + height(lane)) {
        return lane;
      }
    }
    return -1;
  }

  /// The lane whose lower edge is at a height, or -1.
  int edgeAt(double y) {
    for (int lane = 0; lane < lanes.size(); lane++) {
      if (Math.abs(y - top(lane) - height(lane)) <= 3 && y < bottom()) {
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
    double below = top(lane) + height(lane) - bottom();
    return above < 0 ? scroll + above : below > 0 ? scroll + Math.min(below, above) : scroll;
  }

  /// Which ticks stand where.
  LaneScale scale(TimeWindow window) {
    return new LaneScale(
        window.ticks(),
        window.first(),
        window.span(),
        gutter(),
        Math.max(1, width - gutter() - values() - MARGIN));
  }
}
