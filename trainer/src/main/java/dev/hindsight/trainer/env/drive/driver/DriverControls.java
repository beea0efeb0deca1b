package dev.hindsight.trainer.env.drive.driver;

/// Chooses joint actions of one kind of dynamics for a route and speed. No allocation, one owner
/// thread.
interface DriverControls {
  /// The acceleration one planning step later, m/s².
  ///
  /// @param acceleration at the step
  /// @param wanted target acceleration
  /// @param speed at the step, m/s
  /// @param seconds duration of the step
  float ramp(float acceleration, float wanted, float speed, float seconds);

  /// The present acceleration, m/s²; 0 if the dynamics has no such state.
  float acceleration();

  /// Seconds of driving at the present speed to keep free ahead, because brakes act with a delay.
  float caution();

  /// Distance in metres of the target point on the route.
  float lookAhead();

  /// Writes the negative cost of each joint action as its logit.
  ///
  /// @param accelerationCost predicts the cost of accelerations
  /// @param ahead the target point on the route
  /// @param at start of the agent's logits
  void rate(AccelerationCost accelerationCost, RouteCursor ahead, float[] logits, int at);
}
