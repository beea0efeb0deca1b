package dev.hindsight.inspector.plot;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;

/// The ticks a plot shows, and where trials begin in them.
///
/// @param span its ticks, one at least
/// @param trials of the recording
public record PlotAxis(Span span, TrialIndex trials) {
  /// Makes room for one tick at least.
  public PlotAxis {
    span = span.isEmpty() ? Span.at(span.from()) : span;
  }

  /// All of a recording.
  public static PlotAxis whole(Rollout rollout) {
    return new PlotAxis(Span.all(rollout.ticks()), rollout.trials());
  }

  /// The trial a tick is in; all where there are no trials.
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

  /// Where a tick's middle is, in a plot so many pixels wide.
  double x(int tick, double width) {
    return (tick - from() + 0.5) * width / ticks();
  }

  /// The tick at a place of a plot so many pixels wide.
  int tickAt(double x, double width) {
    return Math.clamp(
        (long) Math.floor(from() + x * ticks() / Math.max(1, width)), from(), span.last());
  }
}
