package dev.hindsight.inspector.compare;

/// Where a number is not the same in both recordings.
///
/// @param tick of the one recording
/// @param otherTick its counterpart
/// @param agent index in the one recording, or [dev.hindsight.trainer.rollout.Moment#NO_AGENT] for
///   a channel without agents
/// @param otherAgent index in the other
/// @param component which of the agent's numbers, from 0
/// @param one what it is in the one recording: a Long where whole numbers are stored, else a Double
/// @param other what it is in the other
public record FirstDifference(
    int tick, int otherTick, int agent, int otherAgent, int component, Number one, Number other) {
  /// |A - B|; infinite where one of them is no number.
  public double size() {
    double size = Math.abs(one.doubleValue() - other.doubleValue());
    return Double.isNaN(size) ? Double.POSITIVE_INFINITY : size;
  }
}
