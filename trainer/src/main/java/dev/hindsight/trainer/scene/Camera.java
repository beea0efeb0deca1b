package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Moment;

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

  /// Shows what happens: the egos that are on the map, or one agent as long as it is, and from then
  /// on the others.
  ///
  /// @param agent the one that is followed, or [Moment#NO_AGENT] for all
  /// @param spanMetres metres across the shorter side of the picture around one agent, and the
  ///   least around several; 0 in plans, for what is usual
  /// @param up what points up while one agent is followed
  record Story(int agent, double spanMetres, Up up) implements Camera {}

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
