package dev.hindsight.app.timeline;

/// Whether the cursor moves by itself, and in which direction.
public enum PlaybackMotion {
  /// It does not move.
  PAUSED(0),
  /// Towards the last tick.
  FORWARD(1),
  /// Towards the first tick.
  BACKWARD(-1);

  private final int sign;

  PlaybackMotion(int sign) {
    this.sign = sign;
  }

  int sign() {
    return sign;
  }
}
