package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Moment;

/// The part of the world that a picture shows.
public sealed interface Camera {
  /// The whole map, north up.
  record WholeMap() implements Camera {}

  /// Keeps an agent in the middle.
  ///
  /// @param agent its index
  /// @param spanMetres metres across the shorter side of the picture; 0 in plans, for the default
  /// @param up what points up
  record Follow(int agent, double spanMetres, Up up) implements Camera {}

  /// Shows what happens: the egos on the map, or one agent while it is on the map and afterwards
  /// the others.
  ///
  /// @param agent the followed agent, or [Moment#NO_AGENT] for all
  /// @param spanMetres metres across the shorter side of the picture around one agent, and the
  ///   minimum around several; 0 in plans, for the default
  /// @param up what points up while one agent is followed
  record Story(int agent, double spanMetres, Up up) implements Camera {}

  /// Stays in one place.
  ///
  /// @param x middle of the picture, metres
  /// @param y middle of the picture, metres
  /// @param spanMetres metres across the shorter side of the picture
  /// @param turn radians by which the picture rotates the world counter-clockwise
  record Free(double x, double y, double spanMetres, double turn) implements Camera {
    /// A camera with north up.
    public Free(double x, double y, double spanMetres) {
      this(x, y, spanMetres, 0);
    }
  }

  /// The camera itself; one that follows with a span of 0 gets the default span.
  ///
  /// @param usual metres across the shorter side
  default Camera asNearAs(double usual) {
    return switch (this) {
      case Follow follow when follow.spanMetres() == 0 ->
          new Follow(follow.agent(), usual, follow.up());
      case Story story when story.spanMetres() == 0 -> new Story(story.agent(), usual, story.up());
      case Follow _, Story _, WholeMap _, Free _ -> this;
    };
  }

  /// The agent it follows, or [Moment#NO_AGENT].
  default int followed() {
    return switch (this) {
      case Follow follow -> follow.agent();
      case Story story -> story.agent();
      case WholeMap _, Free _ -> Moment.NO_AGENT;
    };
  }

  /// The camera after a drag by (dx, dy) pixels. It no longer follows anything.
  ///
  /// @param seen what it showed before
  default Camera panned(Viewpoint seen, double dx, double dy) {
    return seen.panned(dx, dy).toFree();
  }

  /// The camera nearer (factor above 1) or farther. One that follows continues to follow; others
  /// keep the world point under the pointer in place.
  ///
  /// @param seen what it showed before
  default Camera zoomed(Viewpoint seen, double factor, double pixelX, double pixelY) {
    return switch (this) {
      case Follow follow -> {
        double span = seen.zoomed(factor, pixelX, pixelY).spanMetres();
        yield new Follow(follow.agent(), span, follow.up());
      }
      case WholeMap _, Story _, Free _ -> seen.zoomed(factor, pixelX, pixelY).toFree();
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
