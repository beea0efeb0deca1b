package dev.hindsight.render.raster;

import dev.hindsight.render.MarkStyle;
import dev.hindsight.trainer.scene.Mark;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.HashMap;
import java.util.Map;

/// A pen that caches its strokes and colours, so that drawing allocates little. One owner thread.
final class Brush {
  private static final int MOST_STROKES = 256;

  private final Map<StrokeKey, Stroke> strokes = new HashMap<>();
  private final Map<Integer, Color> colours = new HashMap<>();
  final Path2D.Float path = new Path2D.Float(Path2D.WIND_NON_ZERO, 4096);

  private record StrokeKey(float width, Mark.Dash dash) {}

  static void prepare(Graphics2D g) {
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    g.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    g.setRenderingHint(
        RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
  }

  void fill(Graphics2D g, Shape shape, int rgb, float opacity) {
    g.setColor(colour(rgb, opacity));
    g.fill(shape);
  }

  void line(Graphics2D g, Shape shape, int rgb, float opacity, float width, Mark.Dash dash) {
    g.setColor(colour(rgb, opacity));
    boolean broken = dash == Mark.Dash.DASHED && dashable(shape.getBounds2D());
    g.setStroke(stroke(width, broken ? Mark.Dash.DASHED : Mark.Dash.SOLID));
    g.draw(shape);
  }

  private static boolean dashable(Rectangle2D bounds) {
    return MarkStyle.dashable(bounds.getWidth() + bounds.getHeight());
  }

  private Color colour(int rgb, float opacity) {
    int alpha = Math.round(255 * Math.clamp(opacity, 0f, 1f));
    int argb = (rgb & 0xffffff) | (alpha << 24);
    return colours.computeIfAbsent(argb, key -> new Color(key, true));
  }

  private Stroke stroke(float width, Mark.Dash dash) {
    if (strokes.size() > MOST_STROKES) {
      strokes.clear();
    }
    return strokes.computeIfAbsent(
        new StrokeKey(width, dash),
        _ ->
            switch (dash) {
              case SOLID -> new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
              case DASHED ->
                  new BasicStroke(
                      width,
                      BasicStroke.CAP_BUTT,
                      BasicStroke.JOIN_ROUND,
                      1,
                      MarkStyle.dashes(width),
                      0);
            });
  }
}
