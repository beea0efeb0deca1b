package dev.hindsight.app.branch;

import java.util.Optional;
import javafx.scene.input.KeyCode;

/// The direction in which the user steers.
enum SteeringDirection {
  /// Faster, or north.
  FORWARD("W"),
  /// Slower, or south.
  BACK("S"),
  /// To the left, or west.
  LEFT("A"),
  /// To the right, or east.
  RIGHT("D"),
  /// Up, or more of what is left.
  UP("E"),
  /// Down, or less of it.
  DOWN("Q");

  private final String key;

  SteeringDirection(String key) {
    this.key = key;
  }

  /// The letter on its key.
  String key() {
    return key;
  }

  /// The direction of a key: W, S, A, D or an arrow, E, Q.
  static Optional<SteeringDirection> of(KeyCode code) {
    return switch (code) {
      case W, UP -> Optional.of(FORWARD);
      case S, DOWN -> Optional.of(BACK);
      case A, LEFT -> Optional.of(LEFT);
      case D, RIGHT -> Optional.of(RIGHT);
      case E -> Optional.of(UP);
      case Q -> Optional.of(DOWN);
      default -> Optional.empty();
    };
  }
}
