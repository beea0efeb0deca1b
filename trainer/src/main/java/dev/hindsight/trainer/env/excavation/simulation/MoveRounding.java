package dev.hindsight.trainer.env.excavation.simulation;

/// How the end of a straight move becomes a tile.
public enum MoveRounding {
  /// The exact position, rounded to the nearest tile, and to the even one in the middle.
  EXACT,
  /// As the reference computes it in 32-bit floats, which decide differently in the middle.
  REFERENCE
}
