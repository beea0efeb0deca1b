package dev.hindsight.trainer.scene;

/// The meaning of a colour. A palette (dark, light, colour-blind-safe) turns it into the colour;
/// shape and line style show it too.
public enum Tone {
  /// Ground covered by a lane.
  ROAD_SURFACE,
  /// Lane centre.
  ROAD_LANE,
  /// Painted line.
  ROAD_LINE,
  /// Kerb; crossing it counts as off the road.
  ROAD_EDGE,
  /// Crosswalks, speed bumps, driveways and the like.
  ROAD_OTHER,
  /// A body that the policy controls.
  AGENT,
  /// A body that follows its log.
  EXPERT,
  /// A body that never moves.
  STATIC,
  /// In a vehicle collision at this tick.
  COLLIDED,
  /// Off the road at this tick.
  OFFROAD,
  /// Predicted to come too close to another body.
  CONFLICT,
  /// Too close to another body.
  LOSS,
  /// A policy's attention.
  ATTENTION,
  /// Off the map until the trial ends.
  LIMBO,
  /// An agent's goal.
  GOAL,
  /// An agent's past path.
  TRAIL,
  /// What the user selected.
  SELECTED,
  /// What the user points at, here or in another pane.
  POINTED,
  /// What the policy observes of it raises an output: more of it, more of the output.
  RAISES,
  /// What the policy observes of it lowers an output.
  LOWERS,
  /// A body in another recording.
  GHOST,
  /// A partner the selected agent observes.
  OBSERVED_PARTNER,
  /// A road segment the selected agent observes.
  OBSERVED_ROAD,
  /// Text.
  TEXT,
  /// Less important text.
  TEXT_MUTED
}
