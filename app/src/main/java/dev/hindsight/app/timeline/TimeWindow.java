package dev.hindsight.app.timeline;

import dev.hindsight.trainer.rollout.Span;

/// The ticks that the lanes show.
///
/// @param ticks T, of the recording
/// @param first tick at the left edge, need not be whole
/// @param span ticks across the width, at most T and, if there are as many, at least [#LEAST]
public record TimeWindow(int ticks, double first, double span) {
  /// The smallest span that can be zoomed to, in ticks.
  public static final double LEAST = 8;

  /// Limits the window to the recording.
  public TimeWindow {
    double all = Math.max(1, ticks);
    span = Double.isNaN(span) ? all : Math.clamp(span, Math.min(LEAST, all), all);
    first = Double.isNaN(first) ? 0 : Math.clamp(first, 0, all - span);
  }

  /// All of a recording.
  public static TimeWindow all(int ticks) {
    return new TimeWindow(ticks, 0, Math.max(1, ticks));
  }

  /// Whether it covers the whole recording.
  public boolean whole() {
    return span >= Math.max(1, ticks);
  }

  /// Zoomed by a factor (below 1 zooms out), while a tick stays in place.
  TimeWindow zoomed(double factor, double about) {
    if (!(factor > 0)) {
      return this;
    }
    TimeWindow sized = new TimeWindow(ticks, 0, span / factor);
    return new TimeWindow(ticks, about - (about - first) / span * sized.span, sized.span);
  }

  /// Moved forwards, or backwards below 0.
  TimeWindow panned(double by) {
    return new TimeWindow(ticks, first + by, span);
  }

  /// The smallest window that shows a range, with a margin on both sides.
  TimeWindow about(Span range) {
    double room = range.ticks() * 0.1 + 1;
    return new TimeWindow(ticks, range.from() - room, range.ticks() + 2 * room);
  }

  /// The nearest window that shows a tick: turns the page when the tick has left the window.
  TimeWindow showing(int tick) {
    if (tick >= first && tick + 1 <= first + span) {
      return this;
    }
    boolean ahead = tick + 1 > first + span;
    boolean near = ahead ? tick < first + 2 * span : tick >= first - span;
    double margin = near ? (ahead ? span * 0.1 : span * 0.9 - 1) : span / 2;
    return new TimeWindow(ticks, tick - margin, span);
  }

  /// The same for another length of the recording; a window that showed everything still does.
  TimeWindow extended(int newTicks) {
    return whole() ? all(newTicks) : new TimeWindow(newTicks, first, span);
  }
}
