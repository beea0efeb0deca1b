package dev.hindsight.trainer.env.drive.driver;

/// How the joint actions of one kind of dynamics are chosen for a way and a pace. No allocation,
/// one owner thread.
interface DriverControls {
  /// The acceleration a step of the plan later, m/s².
  ///
  /// @param acceleration at the step
  /// @param wanted where it is to go
  /// @param speed at the step, m/s
  /// @param seconds the step takes
  float ramp(float acceleration, float wanted, float speed, float seconds);

  /// The acceleration the vehicle has now, m/s²; where the dynamics has no such state, 0.
  float acceleration();

  /// Seconds of the own speed that are kept free ahead because brakes take time to bite.
  float caution();

  /// Metres ahead at which it looks for the way.
  float lookAhead();

  /// Writes what each joint action costs, negative: more is better.
  ///
  /// @param accelerationCost what accelerations lead to
  /// @param ahead the point of the way that is followed
  /// @param at where the agent's logits begin
  void rate(AccelerationCost accelerationCost, RouteCursor ahead, float[] logits, int at);
}
