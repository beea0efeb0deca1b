package dev.hindsight.render.raster;

import dev.hindsight.trainer.scene.Viewpoint;
import java.awt.geom.Path2D;

/// A viewpoint as six numbers, for projecting many points; no allocation per point.
///
/// @param a pixels rightwards per metre of x
/// @param b pixels rightwards per metre of y
/// @param c pixels downwards per metre of x
/// @param d pixels downwards per metre of y
/// @param e pixel column of the world's origin
/// @param f pixel row of the world's origin
record Projection(double a, double b, double c, double d, double e, double f, double scale) {
  /// Points closer than this to the previous one, in pixels, add nothing to a line.
  private static final double NEAR = 0.6;

  static Projection of(Viewpoint viewpoint) {
    double e = viewpoint.pixelX(0, 0);
    double f = viewpoint.pixelY(0, 0);
    double s = viewpoint.pixelsPerMetre();
    double cos = s * Math.cos(viewpoint.turn());
    double sin = s * Math.sin(viewpoint.turn());
    return new Projection(cos, -sin, -sin, -cos, e, f, s);
  }

  float x(double worldX, double worldY) {
    return (float) (a * worldX + b * worldY + e);
  }

  float y(double worldX, double worldY) {
    return (float) (c * worldX + d * worldY + f);
  }

  /// Appends an open line without coinciding points.
  ///
  /// @param from index of the first coordinate, even
  /// @param to end, exclusive
  void append(float[] xy, int from, int to, Path2D path) {
    if (to - from < 4) {
      return;
    }
    float lastX = x(xy[from], xy[from + 1]);
    float lastY = y(xy[from], xy[from + 1]);
    path.moveTo(lastX, lastY);
    for (int i = from + 2; i < to; i += 2) {
      float px = x(xy[i], xy[i + 1]);
      float py = y(xy[i], xy[i + 1]);
      boolean apart = Math.abs(px - lastX) + Math.abs(py - lastY) >= NEAR;
      if (apart || i + 2 >= to) {
        path.lineTo(px, py);
        lastX = px;
        lastY = py;
      }
    }
  }

  /// Appends a closed polygon.
  void appendClosed(float[] xy, Path2D path) {
    path.moveTo(x(xy[0], xy[1]), y(xy[0], xy[1]));
    for (int i = 2; i + 1 < xy.length; i += 2) {
      path.lineTo(x(xy[i], xy[i + 1]), y(xy[i], xy[i + 1]));
    }
    path.closePath();
  }
}
