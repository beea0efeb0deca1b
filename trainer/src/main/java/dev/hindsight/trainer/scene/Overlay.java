package dev.hindsight.trainer.scene;

/// Parts of a picture that can be switched on and off.
public enum Overlay {
  /// Goals and their radius.
  GOALS,
  /// Where agents came from, in this trial.
  TRAILS,
  /// What the selected agent observes.
  OBSERVED,
  /// Agent numbers.
  LABELS,
  /// "Trial X / K", tick and simulated time.
  CAPTION,
  /// Scores and counts in a corner.
  METRICS,
  /// Where another recording has the same bodies, as outlines; nothing where a recording is looked
  /// at alone.
  GHOSTS
}
