package dev.hindsight.app.timeline;

/// Whether and which way the cursor moves by itself.
public enum PlaybackMotion {
  /// It stands.
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
