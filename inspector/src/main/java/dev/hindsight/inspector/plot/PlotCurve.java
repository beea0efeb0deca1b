package dev.hindsight.inspector.plot;

import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.trainer.scene.Tone;

/// A number at every tick.
///
/// @param name as the legend says it
/// @param first tick of the first value
/// @param values from that tick on; NaN where there is none
/// @param tone its colour
/// @param stroke how it is drawn, so that curves are told apart without their colours
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

  /// How a curve is drawn.
  public enum Stroke {
    /// From tick to tick.
    LINE,
    /// From tick to tick, with gaps.
    DASHED,
    /// A bar from 0 at every tick.
    BARS
  }
}
