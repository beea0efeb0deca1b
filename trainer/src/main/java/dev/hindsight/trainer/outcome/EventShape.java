package dev.hindsight.trainer.outcome;

/// The shape of an event's mark on a lane, so that events differ without colour.
public enum EventShape {
  /// A flag on a pole.
  FLAG,
  /// A diagonal cross.
  CROSS,
  /// A square on its corner.
  DIAMOND,
  /// A circle.
  RING,
  /// A filled circle.
  DISC,
  /// A circle with a stroke through it.
  STRUCK_RING,
  /// A flat bar.
  BAR,
  /// A filled square.
  SQUARE,
  /// A square.
  FRAME,
  /// An upright cross.
  PLUS,
  /// A triangle that points up.
  TRIANGLE,
  /// A triangle that points down.
  WEDGE
}
