package dev.hindsight.inspector.plot;

import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.trainer.scene.Tone;

/// A number at each tick.
///
/// @param name its name in the legend
/// @param first tick of the first value
/// @param values from that tick on, finite; NaN where there is none
/// @param tone its colour
/// @param stroke its line style, so that curves can be told apart without colour
public record PlotCurve(String name, int first, MinMaxPyramid values, Tone tone, Stroke stroke) {
  /// A curve from tick 0 on.
  public PlotCurve(String name, MinMaxPyramid values, Tone tone, Stroke stroke) {
    this(name, 0, values, tone, stroke);
  }

  /// The value at a tick; NaN where there is none.
  public float value(int tick) {
    int at = tick - first;
    return at >= 0 && at < values.ticks() ? values.value(at) : Float.NaN;
  }

  /// The line style of a curve.
  public enum Stroke {
    /// A line from tick to tick.
    LINE,
    /// A dashed line from tick to tick.
    DASHED,
    /// A bar from 0 at every tick.
    BARS
  }
}
