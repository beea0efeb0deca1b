package dev.hindsight.trainer.scene;

/// What a colour means. A palette (dark, light, colour-blind-safe) turns it into one; shape and
/// line style tell it too.
public enum Tone {
  /// The ground a lane covers.
  ROAD_SURFACE,
  /// Lane centre.
  ROAD_LANE,
  /// Painted line.
  ROAD_LINE,
  /// Kerb; crossing it is offroad.
  ROAD_EDGE,
  /// Crosswalks, speed bumps, driveways and the like.
  ROAD_OTHER,
  /// Controlled by the policy.
  AGENT,
  /// Follows its log.
  EXPERT,
  /// Never moves.
  STATIC,
  /// In a vehicle collision at this tick.
  COLLIDED,
  /// Off the road at this tick.
  OFFROAD,
  /// Will come too near to somebody.
  CONFLICT,
  /// Is too near to somebody.
  LOSS,
  /// What a policy's attention is on.
  ATTENTION,
  /// Left the map until the trial ends.
  LIMBO,
  /// Where the agent wants to be.
  GOAL,
  /// Where it has been.
  TRAIL,
  /// What the user selected.
  SELECTED,
  /// What the user points at, here or in another pane.
  POINTED,
  /// A body as another recording has it.
  GHOST,
  /// A partner the selected agent observes.
  OBSERVED_PARTNER,
  /// A road segment the selected agent observes.
  OBSERVED_ROAD,
  /// Words.
  TEXT,
  /// Words that matter less.
  TEXT_MUTED
}
