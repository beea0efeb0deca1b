package dev.hindsight.trainer.scene;

/// What part of the world a picture shows.
public sealed interface Camera {
  /// All of the map, north up.
  record WholeMap() implements Camera {}

  /// Keeps an agent in the middle.
  ///
  /// @param agent which one
  /// @param spanMetres metres across the shorter side of the picture; 0 in plans, for what is usual
  /// @param up what points up
  record Follow(int agent, double spanMetres, Up up) implements Camera {}

  /// Stays where it was put.
  ///
  /// @param x middle of the picture, metres
  /// @param y middle of the picture, metres
  /// @param spanMetres metres across the shorter side of the picture
  /// @param turn radians by which the picture shows the world turned counter-clockwise
  record Free(double x, double y, double spanMetres, double turn) implements Camera {
    /// North up.
    public Free(double x, double y, double spanMetres) {
      this(x, y, spanMetres, 0);
    }
  }

  /// The camera itself, or, where it follows without saying how near (a span of 0), one as near as
  /// is usual.
  ///
  /// @param usual metres across the shorter side
  default Camera asNearAs(double usual) {
    return this instanceof Follow follow && follow.spanMetres() == 0
        ? new Follow(follow.agent(), usual, follow.up())
        : this;
  }

  /// The camera after a drag by (dx, dy) pixels: whatever it followed, it is free now.
  ///
  /// @param seen what it showed before
  default Camera panned(Viewpoint seen, double dx, double dy) {
    return seen.panned(dx, dy).toFree();
  }

  /// The camera nearer (factor above 1) or farther. One that follows goes on following; others keep
  /// the world point under the pointer where it is.
  ///
  /// @param seen what it showed before
  default Camera zoomed(Viewpoint seen, double factor, double pixelX, double pixelY) {
    return switch (this) {
      case Follow follow -> {
        double span = seen.zoomed(factor, pixelX, pixelY).spanMetres();
        yield new Follow(follow.agent(), span, follow.up());
      }
      case WholeMap _, Free _ -> seen.zoomed(factor, pixelX, pixelY).toFree();
    };
  }

  /// What points up in a picture.
  enum Up {
    /// +y.
    NORTH,
    /// The followed agent's heading.
    HEADING
  }
}
