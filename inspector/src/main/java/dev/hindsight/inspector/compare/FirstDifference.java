package dev.hindsight.inspector.compare;

/// A place where the recordings differ.
///
/// @param tick in the first recording
/// @param otherTick its counterpart in the second recording
/// @param agent index in the first recording, or [dev.hindsight.trainer.rollout.Moment#NO_AGENT]
///   for a channel without agents
/// @param otherAgent index in the second recording
/// @param component index among the agent's numbers, from 0
/// @param one value in the first recording: a Long if whole numbers are stored, else a Double
/// @param other value in the second recording
public record FirstDifference(
    int tick, int otherTick, int agent, int otherAgent, int component, Number one, Number other) {
  /// |A - B|; infinite if one of them is NaN.
  public double size() {
    double size = Math.abs(one.doubleValue() - other.doubleValue());
    return Double.isNaN(size) ? Double.POSITIVE_INFINITY : size;
  }
}
