package dev.hindsight.trainer.env.excavation.simulation;

/// The eight actions; a policy's number is the position in this list.
public enum ExcavatorAction {
  /// Moves forward.
  FORWARD,
  /// Moves backward.
  BACKWARD,
  /// Turns the base clockwise; on wheels it steers to the left.
  CLOCK,
  /// Turns the base anticlockwise; on wheels it steers to the right.
  ANTICLOCK,
  /// Turns the cabin clockwise.
  CABIN_CLOCK,
  /// Turns the cabin anticlockwise.
  CABIN_ANTICLOCK,
  /// Digs if empty, otherwise dumps.
  DO,
  /// Waits.
  DO_NOTHING;

  /// Number of actions.
  public static final int COUNT = 8;

  /// An action that changes nothing but the clock.
  public static final int NONE = -1;
}
