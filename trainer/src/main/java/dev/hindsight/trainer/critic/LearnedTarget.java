package dev.hindsight.trainer.critic;

/// What the critics should have learned of a step of a recording.
///
/// @param decider index of the decision maker
/// @param tick at which its members acted
/// @param target y
/// @param values `[critics]` Q of what they did
public record LearnedTarget(int decider, int tick, double target, double[] values) {
  /// How far the critics are off on average.
  public double error() {
    double sum = 0;
    for (double value : values) {
      sum += Math.abs(value - target);
    }
    return sum / Math.max(1, values.length);
  }
}
