package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.drive.simulation.Bodies;

/// Plain geometry of oriented boxes in doubles, to check the simulator's.
final class Rectangles {
  private static final int[][] CORNERS = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}};

  private Rectangles() {}

  /// The widest gap between two bodies of equal size on any face normal; negative where they
  /// overlap.
  static double gap(Bodies b, int one, int other, double halfLength, double halfWidth) {
    double widest = Double.NEGATIVE_INFINITY;
    for (int body : new int[] {one, other}) {
      for (int quarter = 0; quarter < 2; quarter++) {
        double angle = b.heading[body] + quarter * Math.PI / 2;
        double[] first = span(b, one, angle, halfLength, halfWidth);
        double[] second = span(b, other, angle, halfLength, halfWidth);
        widest = Math.max(widest, Math.max(first[0] - second[1], second[0] - first[1]));
      }
    }
    return widest;
  }

  static double lowest(Bodies b, int body, double halfLength, double halfWidth) {
    return span(b, body, Math.PI / 2, halfLength, halfWidth)[0];
  }

  static double highest(Bodies b, int body, double halfLength, double halfWidth) {
    return span(b, body, Math.PI / 2, halfLength, halfWidth)[1];
  }

  /// Least and greatest projection of the corners on a direction.
  private static double[] span(
      Bodies b, int body, double angle, double halfLength, double halfWidth) {
    double[] span = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    double cos = Math.cos(b.heading[body]);
    double sin = Math.sin(b.heading[body]);
    for (int[] corner : CORNERS) {
      double along = corner[0] * halfLength;
      double across = corner[1] * halfWidth;
      double x = b.x[body] + along * cos - across * sin;
      double y = b.y[body] + along * sin + across * cos;
      double projection = x * Math.cos(angle) + y * Math.sin(angle);
      span[0] = Math.min(span[0], projection);
      span[1] = Math.max(span[1], projection);
    }
    return span;
  }
}
