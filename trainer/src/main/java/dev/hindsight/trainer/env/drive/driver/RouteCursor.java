package dev.hindsight.trainer.env.drive.driver;

/// A place that moves forward along a route. No allocation, one owner thread.
final class RouteCursor {
  private final Route route;
  private int piece;
  private float passed;

  /// Its position, metres, and the route's direction there.
  float x;

  float y;
  float cos;
  float sin;

  RouteCursor(Route route) {
    this.route = route;
  }

  /// Returns to the vehicle.
  void restart() {
    piece = 1;
    passed = 0;
    x = 0;
    y = 0;
    cos = 1;
    sin = 0;
  }

  /// Moves to a distance from the start, not less than the previous one; beyond the end it goes
  /// straight on.
  void to(float distance) {
    while (piece < route.points) {
      float dx = route.x[piece] - route.x[piece - 1];
      float dy = route.y[piece] - route.y[piece - 1];
      float length = (float) Math.sqrt(dx * dx + dy * dy);
      cos = dx / length;
      sin = dy / length;
      if (distance <= passed + length || piece + 1 == route.points) {
        break;
      }
      passed += length;
      piece++;
    }
    int from = Math.min(piece, route.points) - 1;
    x = route.x[from] + (distance - passed) * cos;
    y = route.y[from] + (distance - passed) * sin;
  }

  /// Moves beside the route until the next [#to].
  ///
  /// @param metres positive to the left
  void shift(float metres) {
    x -= sin * metres;
    y += cos * metres;
  }
}
