package dev.hindsight.trainer.scene;

import java.util.Arrays;

/// An axis-parallel rectangle in metres.
public record Bounds(double minX, double minY, double maxX, double maxY) {
  /// The smallest side of a shown map, in metres: it keeps a single car from filling the window.
  private static final double SMALLEST = 20;

  /// How many times as far from most points as these lie apart a stray point is.
  private static final double STRAY = 1000;

  /// The bounds of points, or a small square around the origin if there are none.
  ///
  /// @param xy x0, y0, x1, y1, ...; points that are not finite are ignored
  public static Bounds around(float[] xy) {
    double minX = Double.POSITIVE_INFINITY;
    double minY = Double.POSITIVE_INFINITY;
    double maxX = Double.NEGATIVE_INFINITY;
    double maxY = Double.NEGATIVE_INFINITY;
    for (int i = 0; i + 1 < xy.length; i += 2) {
      if (Float.isFinite(xy[i]) && Float.isFinite(xy[i + 1])) {
        minX = Math.min(minX, xy[i]);
        maxX = Math.max(maxX, xy[i]);
        minY = Math.min(minY, xy[i + 1]);
        maxY = Math.max(maxY, xy[i + 1]);
      }
    }
    return minX <= maxX
        ? new Bounds(minX, minY, maxX, maxY).atLeast(SMALLEST)
        : new Bounds(0, 0, 0, 0).atLeast(SMALLEST);
  }

  /// As [#around], without the few points that are so far from the others that these would be
  /// nowhere to be seen: a thousand times as far as the places of 95 % of the points lie apart.
  ///
  /// @param xy x0, y0, x1, y1, ...; points that are not finite are ignored
  public static Bounds aroundMost(float[] xy) {
    Bounds all = around(xy);
    if (all.longer() <= STRAY * SMALLEST) {
      return all;
    }
    double[] x = middle(xy, 0);
    double[] y = middle(xy, 1);
    Bounds most = new Bounds(x[0], y[0], x[1], y[1]).atLeast(SMALLEST);
    double reach = STRAY * most.longer();
    float[] near = xy.clone();
    for (int i = 0; i + 1 < near.length; i += 2) {
      if (Math.abs(near[i] - most.centreX()) > reach
          || Math.abs(near[i + 1] - most.centreY()) > reach) {
        near[i] = Float.NaN;
      }
    }
    return around(near);
  }

  /// Two numbers between which 95 % of the finite ones lie, leaving out as many at either end.
  private static double[] middle(float[] xy, int first) {
    float[] sorted = new float[xy.length / 2];
    int count = 0;
    for (int i = first; i < xy.length; i += 2) {
      if (Float.isFinite(xy[i])) {
        sorted[count++] = xy[i];
      }
    }
    Arrays.sort(sorted, 0, count);
    int out = (int) (0.025 * count);
    return new double[] {
      sorted[Math.min(out, count / 2)], sorted[Math.max(count - 1 - out, count / 2)]
    };
  }

  /// The longer side in metres.
  private double longer() {
    return Math.max(width(), height());
  }

  /// Width in metres.
  public double width() {
    return maxX - minX;
  }

  /// Height in metres.
  public double height() {
    return maxY - minY;
  }

  /// Middle, metres.
  public double centreX() {
    return (minX + maxX) / 2;
  }

  /// Middle, metres.
  public double centreY() {
    return (minY + maxY) / 2;
  }

  /// Grown around its middle until no side is shorter than this.
  public Bounds atLeast(double metres) {
    double dx = Math.max(0, metres - width()) / 2;
    double dy = Math.max(0, metres - height()) / 2;
    return new Bounds(minX - dx, minY - dy, maxX + dx, maxY + dy);
  }

  /// Whether the two share a point.
  public boolean meets(Bounds other) {
    return minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY;
  }
}
