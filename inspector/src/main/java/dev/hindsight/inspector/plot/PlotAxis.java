package dev.hindsight.inspector.plot;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;

/// The ticks a plot shows, and where trials begin in them.
///
/// @param span its ticks, at least one
/// @param trials of the recording
public record PlotAxis(Span span, TrialIndex trials) {
  /// Extends the span to at least one tick.
  public PlotAxis {
    span = span.isEmpty() ? Span.at(span.from()) : span;
  }

  /// All of a recording.
  public static PlotAxis whole(Rollout rollout) {
    return new PlotAxis(Span.all(rollout.ticks()), rollout.trials());
  }

  /// The trial that contains a tick; the whole recording if there are no trials.
  public static PlotAxis trialAt(Rollout rollout, int tick) {
    TrialIndex trials = rollout.trials();
    if (trials.count() == 0 || tick < 0 || tick >= rollout.ticks()) {
      return whole(rollout);
    }
    int stretch = trials.stretchAt(tick);
    return new PlotAxis(trials.span(stretch), trials);
  }

  /// First tick.
  public int from() {
    return span.from();
  }

  /// Tick after the last.
  public int to() {
    return span.to();
  }

  int ticks() {
    return span.ticks();
  }

  /// The x of a tick's middle, in a plot of this width in pixels.
  double x(int tick, double width) {
    return (tick - from() + 0.5) * width / ticks();
  }

  /// The tick at an x, in a plot of this width in pixels.
  int tickAt(double x, double width) {
    return Math.clamp(
        (long) Math.floor(from() + x * ticks() / Math.max(1, width)), from(), span.last());
  }
}
