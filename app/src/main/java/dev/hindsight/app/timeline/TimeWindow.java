package dev.hindsight.app.timeline;

import dev.hindsight.trainer.rollout.Span;

/// Which ticks the lanes show.
///
/// @param ticks T, of the recording
/// @param first tick at the left edge, not necessarily whole
/// @param span ticks across, at most T and at least [#LEAST] where there are as many
public record TimeWindow(int ticks, double first, double span) {
  /// As close as one can look, in ticks.
  public static final double LEAST = 8;

  /// Keeps within the recording.
  public TimeWindow {
    double all = Math.max(1, ticks);
    span = Double.isNaN(span) ? all : Math.clamp(span, Math.min(LEAST, all), all);
    first = Double.isNaN(first) ? 0 : Math.clamp(first, 0, all - span);
  }

  /// All of a recording.
  public static TimeWindow all(int ticks) {
    return new TimeWindow(ticks, 0, Math.max(1, ticks));
  }

  /// Whether all of the recording is in it.
  public boolean whole() {
    return span >= Math.max(1, ticks);
  }

  /// So many times as close (below 1: as far), while a tick stays where it is.
  TimeWindow zoomed(double factor, double about) {
    if (!(factor > 0)) {
      return this;
    }
    TimeWindow sized = new TimeWindow(ticks, 0, span / factor);
    return new TimeWindow(ticks, about - (about - first) / span * sized.span, sized.span);
  }

  /// So many ticks further on, or back.
  TimeWindow panned(double by) {
    return new TimeWindow(ticks, first + by, span);
  }

  /// The least that shows a range, with room on both sides.
  TimeWindow about(Span range) {
    double room = range.ticks() * 0.1 + 1;
    return new TimeWindow(ticks, range.from() - room, range.ticks() + 2 * room);
  }

  /// The nearest that shows a tick: turned like a page when the tick has run off an edge.
  TimeWindow showing(int tick) {
    if (tick >= first && tick + 1 <= first + span) {
      return this;
    }
    boolean ahead = tick + 1 > first + span;
    boolean near = ahead ? tick < first + 2 * span : tick >= first - span;
    double margin = near ? (ahead ? span * 0.1 : span * 0.9 - 1) : span / 2;
    return new TimeWindow(ticks, tick - margin, span);
  }

  /// The same for a recording that has another length now; what showed everything still does.
  TimeWindow extended(int newTicks) {
    return whole() ? all(newTicks) : new TimeWindow(newTicks, first, span);
  }
}
