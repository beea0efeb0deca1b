package dev.hindsight.trainer.outcome;

/// The colour of an event by its meaning; lanes and scenes choose the paint, for dark and for
/// light.
public enum EventColour {
  /// Reaching something.
  GOOD,
  /// Hitting something.
  BAD,
  /// As bad, and drawn with a stronger ring in scenes.
  ALARM,
  /// Leaving where one should be.
  STRAY,
  /// Something bad comes closer.
  WARNING,
  /// Something did not take place.
  REFUSAL,
  /// Away from the map.
  LIMBO,
  /// The end of an episode.
  END,
  /// A cut of a trace.
  CUT,
  /// The colour of text.
  PLAIN
}
