package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Moment;

/// A camera resolved for one picture: world metres (x right, y up) to pixels (x right, y down) and
/// back. Turning and scaling only, so circles stay circles.
///
/// With t = turn, s = pixelsPerMetre, (cx, cy) = centre: `px = width/2 + s (cos t (x - cx) - sin t
/// (y - cy))`, `py = height/2 - s (sin t (x - cx) + cos t (y - cy))`.
///
/// @param width of the picture, pixels
/// @param height of the picture, pixels
/// @param centreX world point in the middle of the picture, metres
/// @param centreY world point in the middle of the picture, metres
/// @param pixelsPerMetre scale, above 0
/// @param turn radians by which the picture shows the world turned counter-clockwise; 0 is north up
public record Viewpoint(
    double width,
    double height,
    double centreX,
    double centreY,
    double pixelsPerMetre,
    double turn) {
  /// Free space left around the whole map, as a part of the picture's side.
  private static final double MARGIN = 0.04;

  private static final double NEAREST = 400;
  private static final double FARTHEST = 1e-4;

  /// Limits the scale to what can be drawn, and the picture to at least one pixel.
  public Viewpoint {
    width = Math.max(1, width);
    height = Math.max(1, height);
    pixelsPerMetre = Math.clamp(pixelsPerMetre, FARTHEST, NEAREST);
  }

  /// Resolves a camera.
  ///
  /// @param map bounds of the whole map
  /// @param moment gives the place of a followed agent, or its last place in this trial if it left
  ///   the map
  /// @param width of the picture, pixels
  /// @param height of the picture, pixels
  public static Viewpoint of(
      Camera camera, Bounds map, Moment moment, double width, double height) {
    return switch (camera) {
      case Camera.WholeMap _ -> wholeMap(map, width, height);
      case Camera.Story story -> StoryFraming.of(story, map, moment, width, height);
      case Camera.Free free ->
          new Viewpoint(
              width,
              height,
              free.x(),
              free.y(),
              scale(free.spanMetres(), width, height),
              free.turn());
      case Camera.Follow follow ->
          Poses.of(moment.rollout(), "pose")
              .flatMap(poses -> poses.lastSeen(moment.tick(), follow.agent()))
              .map(pose -> following(follow, pose, width, height))
              .orElseGet(() -> wholeMap(map, width, height));
    };
  }

  private static Viewpoint wholeMap(Bounds map, double width, double height) {
    double scale = Math.min(width / map.width(), height / map.height()) * (1 - 2 * MARGIN);
    return new Viewpoint(width, height, map.centreX(), map.centreY(), scale, 0);
  }

  private static Viewpoint following(
      Camera.Follow follow, Poses.Pose pose, double width, double height) {
    double turn =
        switch (follow.up()) {
          case NORTH -> 0;
          case HEADING -> Math.PI / 2 - pose.heading();
        };
    double scale = scale(follow.spanMetres(), width, height);
    return new Viewpoint(width, height, pose.x(), pose.y(), scale, turn);
  }

  private static double scale(double spanMetres, double width, double height) {
    return Math.min(width, height) / spanMetres;
  }

  /// Horizontal pixel of a world point.
  public double pixelX(double x, double y) {
    return width / 2
        + pixelsPerMetre * (Math.cos(turn) * (x - centreX) - Math.sin(turn) * (y - centreY));
  }

  /// Vertical pixel of a world point, downwards.
  public double pixelY(double x, double y) {
    return height / 2
        - pixelsPerMetre * (Math.sin(turn) * (x - centreX) + Math.cos(turn) * (y - centreY));
  }

  /// World x of a pixel, metres.
  public double worldX(double pixelX, double pixelY) {
    double right = (pixelX - width / 2) / pixelsPerMetre;
    double up = (height / 2 - pixelY) / pixelsPerMetre;
    return centreX + Math.cos(turn) * right + Math.sin(turn) * up;
  }

  /// World y of a pixel, metres.
  public double worldY(double pixelX, double pixelY) {
    double right = (pixelX - width / 2) / pixelsPerMetre;
    double up = (height / 2 - pixelY) / pixelsPerMetre;
    return centreY - Math.sin(turn) * right + Math.cos(turn) * up;
  }

  /// The visible part of the world, extended to an upright rectangle.
  public Bounds visible() {
    double c = Math.abs(Math.cos(turn));
    double s = Math.abs(Math.sin(turn));
    double halfX = (c * width + s * height) / 2 / pixelsPerMetre;
    double halfY = (s * width + c * height) / 2 / pixelsPerMetre;
    return new Bounds(centreX - halfX, centreY - halfY, centreX + halfX, centreY + halfY);
  }

  /// The same view on a picture of another size with the same middle.
  public Viewpoint resized(double newWidth, double newHeight) {
    return new Viewpoint(newWidth, newHeight, centreX, centreY, pixelsPerMetre, turn);
  }

  /// The same view on a screen with more pixels.
  ///
  /// @param factor device pixels per pixel
  public Viewpoint scaled(double factor) {
    return new Viewpoint(
        width * factor, height * factor, centreX, centreY, pixelsPerMetre * factor, turn);
  }

  /// The view shifted by (dx, dy) pixels.
  public Viewpoint panned(double dx, double dy) {
    double x = worldX(width / 2 - dx, height / 2 - dy);
    double y = worldY(width / 2 - dx, height / 2 - dy);
    return new Viewpoint(width, height, x, y, pixelsPerMetre, turn);
  }

  /// The view nearer (factor above 1) or farther, with the world point under a pixel in place.
  public Viewpoint zoomed(double factor, double pixelX, double pixelY) {
    double x = worldX(pixelX, pixelY);
    double y = worldY(pixelX, pixelY);
    Viewpoint nearer =
        new Viewpoint(width, height, centreX, centreY, pixelsPerMetre * factor, turn);
    return nearer.panned(pixelX - nearer.pixelX(x, y), pixelY - nearer.pixelY(x, y));
  }

  /// Metres across the shorter side.
  public double spanMetres() {
    return Math.min(width, height) / pixelsPerMetre;
  }

  /// A camera that keeps this view.
  public Camera.Free toFree() {
    return new Camera.Free(centreX, centreY, spanMetres(), turn);
  }
}
