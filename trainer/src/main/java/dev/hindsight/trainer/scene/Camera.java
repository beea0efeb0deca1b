package dev.hindsight.trainer.scene;

/// What part of the world a picture shows.
public sealed interface Camera {
  /// All of the map, north up.
  record WholeMap() implements Camera {}

  /// Keeps an agent in the middle.
  ///
  /// @param agent which one
  /// @param spanMetres metres across the shorter side of the picture
  /// @param up what points up
  record Follow(int agent, double spanMetres, Up up) implements Camera {}

  /// Stays where it was put, north up.
  ///
  /// @param x middle of the picture, metres
  /// @param y middle of the picture, metres
  /// @param spanMetres metres across the shorter side of the picture
  record Free(double x, double y, double spanMetres) implements Camera {}

  /// What points up in a picture.
  enum Up {
    /// +y.
    NORTH,
    /// The followed agent's heading.
    HEADING
  }
}
