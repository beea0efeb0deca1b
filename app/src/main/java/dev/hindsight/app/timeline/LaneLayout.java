package dev.hindsight.app.timeline;

import java.util.List;

/// The positions of lanes: trials above, tick numbers below, names on the left, values at the
/// cursor on the right. All lengths are in units; a unit is a pixel at the usual text size.
///
/// If the lanes do not fit, they become lower, down to [LaneState.Lane#LOWEST]; only then do they
/// scroll.
///
/// @param lanes from top to bottom
/// @param width total width
/// @param height total height
/// @param scroll how far the lanes are scrolled up
record LaneLayout(List<LaneState.Lane> lanes, double width, double height, double scroll) {
  /// Height of the strip with the trials.
  static final double TRIALS = 18;

  /// Height of the row with the tick numbers.
  static final double TICKS = 16;

  /// Space to the right of the last tick.
  static final double MARGIN = 8;

  private static final double GUTTER = 118;
  private static final double NARROW = 560;

  /// Enough for an action as text.
  private static final double VALUES = 132;

  /// The height of a lane's name above a legend, and of each of its lines.
  private static final int LEGEND_TOP = 15;

  private static final int LEGEND_LINE = 12;

  /// Limits the scrolling to the content.
  LaneLayout {
    lanes = List.copyOf(lanes);
    double room = Math.max(0, height - TRIALS - TICKS);
    double least = Math.max(room, lanes.size() * (double) LaneState.Lane.LOWEST);
    double taken = Math.min(least, wanted(lanes) - TRIALS - TICKS);
    scroll = Math.clamp(scroll, 0, Math.max(0, taken - room));
  }

  /// The total preferred height of lanes, trials and tick numbers.
  static double wanted(List<LaneState.Lane> lanes) {
    return TRIALS + TICKS + lanes.stream().mapToDouble(LaneState.Lane::height).sum();
  }

  /// The width for names.
  double gutter() {
    return width < NARROW ? GUTTER * 0.85 : GUTTER;
  }

  /// The width for the values at the cursor; 0 if they do not fit.
  double values() {
    return width < NARROW ? 0 : VALUES;
  }

  /// The height of a lane in this layout.
  int height(int lane) {
    double wanted = wanted(lanes) - TRIALS - TICKS;
    double least = lanes.size() * (double) LaneState.Lane.LOWEST;
    double over = wanted - Math.max(height - TRIALS - TICKS, least);
    int own = lanes.get(lane).height();
    return over <= 0
        ? own
        : (int) (own - (own - LaneState.Lane.LOWEST) * Math.min(1, over / (wanted - least)));
  }

  /// The number of lines below a lane's name that fit into it: a legend.
  int legendLines(int lane) {
    return Math.max(0, (height(lane) - LEGEND_TOP) / LEGEND_LINE);
  }

  /// The middle of a line of the legend.
  double legendY(int lane, int line) {
    return top(lane) + LEGEND_TOP + LEGEND_LINE * (line + 0.5) - 1;
  }

  /// The middle of a lane's name, if there is a legend below it.
  double legendTitleY(int lane) {
    return top(lane) + LEGEND_TOP / 2.0 + 0.5;
  }

  /// The y at which the lanes end and the tick numbers begin.
  double bottom() {
    return Math.max(TRIALS, height - TICKS);
  }

  /// The top of a lane, which may be out of view.
  double top(int lane) {
    double y = TRIALS - scroll;
    for (int above = 0; above < lane; above++) {
      y += height(above);
    }
    return y;
  }

  /// The lane at a y, or -1.
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

  /// The lane whose lower edge is at a y, or -1.
  int edgeAt(double y) {
    for (int lane = 0; lane < lanes.size(); lane++) {
      if (Math.abs(y - top(lane) - height(lane)) <= 3 && y < bottom()) {
        return lane;
      }
    }
    return -1;
  }

  /// The scroll position that makes a lane visible.
  double showing(int lane) {
    if (lane < 0) {
      return scroll;
    }
    double above = top(lane) - TRIALS;
    double below = top(lane) + height(lane) - bottom();
    return above < 0 ? scroll + above : below > 0 ? scroll + Math.min(below, above) : scroll;
  }

  /// The horizontal scale.
  Scale scale(TimeWindow window) {
    return new Scale(
        window.ticks(),
        window.first(),
        window.span(),
        gutter(),
        Math.max(1, width - gutter() - values() - MARGIN));
  }

  /// The horizontal scale of lanes. A tick is a cell that begins at its number.
  ///
  /// @param ticks in the recording
  /// @param first tick at the left edge, need not be whole
  /// @param span ticks across the width
  /// @param left x of the first tick, in pixels
  /// @param width width of the span, in pixels
  record Scale(int ticks, double first, double span, double left, double width) {
    /// The scale that shows all of a recording.
    public static Scale all(int ticks, double left, double width) {
      return new Scale(ticks, 0, Math.max(1, ticks), left, Math.max(1, width));
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
}
