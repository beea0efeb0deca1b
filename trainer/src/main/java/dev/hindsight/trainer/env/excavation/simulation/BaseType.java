package dev.hindsight.trainer.env.excavation.simulation;

import java.util.Locale;

/// What a machine stands on.
public enum BaseType {
  /// Turns on the spot.
  TRACKED,
  /// Steers: it moves on arcs.
  WHEELED;

  /// As files and settings write it.
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
