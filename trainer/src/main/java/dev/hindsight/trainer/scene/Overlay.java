package dev.hindsight.trainer.scene;

import java.util.Locale;

/// Parts of a picture that can be switched on and off.
public enum Overlay {
  /// Goals and their radius.
  GOALS,
  /// Past positions of agents in this trial.
  TRAILS,
  /// What the selected agent observes.
  OBSERVED,
  /// Agent numbers or labels.
  LABELS,
  /// Future positions of bodies at their present velocity.
  VECTORS,
  /// Protected zones around bodies that are, or will be, too close to others.
  ZONES,
  /// Which bodies will come too close to each other, and when.
  CONFLICTS,
  /// The attention of the selected agent's policy on others.
  ATTENTION,
  /// "Trial X / K", tick and simulated time.
  CAPTION,
  /// Scores and counts in a corner.
  METRICS,
  /// The bodies of another recording as outlines; empty without a second recording.
  GHOSTS;

  /// As the command line takes it, whose help lists it.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
