package dev.hindsight.trainer.scene;

/// An axis-parallel rectangle in metres.
public record Bounds(double minX, double minY, double maxX, double maxY) {
  /// The smallest side of a shown map, in metres: it keeps a single car from filling the window.
  private static final double SMALLEST = 20;

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
