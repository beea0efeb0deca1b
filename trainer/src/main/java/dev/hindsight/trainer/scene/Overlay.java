package dev.hindsight.trainer.scene;

/// Parts of a picture that can be switched on and off.
public enum Overlay {
  /// Goals and their radius.
  GOALS,
  /// Where agents came from, in this trial.
  TRAILS,
  /// What the selected agent observes.
  OBSERVED,
  /// Agent numbers, or what is written beside each.
  LABELS,
  /// Where bodies will be soon if they go on as now.
  VECTORS,
  /// What must be kept clear around bodies that are too near to others, or will be.
  ZONES,
  /// Who will come too near to whom, and when.
  CONFLICTS,
  /// Whom the selected agent's policy looks at, and how much.
  ATTENTION,
  /// "Trial X / K", tick and simulated time.
  CAPTION,
  /// Scores and counts in a corner.
  METRICS,
  /// Where another recording has the same bodies, as outlines; nothing where a recording is looked
  /// at alone.
  GHOSTS
}
