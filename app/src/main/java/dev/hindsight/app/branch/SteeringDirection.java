package dev.hindsight.app.branch;

import java.util.Optional;
import javafx.scene.input.KeyCode;

/// The direction in which the user steers.
enum SteeringDirection {
  /// Faster, or north.
  FORWARD,
  /// Slower, or south.
  BACK,
  /// To the left, or west.
  LEFT,
  /// To the right, or east.
  RIGHT;

  /// The direction of a key: W, S, A, D, or an arrow.
  static Optional<SteeringDirection> of(KeyCode key) {
    return switch (key) {
      case W, UP -> Optional.of(FORWARD);
      case S, DOWN -> Optional.of(BACK);
      case A, LEFT -> Optional.of(SteeringDirection.LEFT);
      case D, RIGHT -> Optional.of(SteeringDirection.RIGHT);
      default -> Optional.empty();
    };
  }
}
