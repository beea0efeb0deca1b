package dev.hindsight.render.raster;

import dev.hindsight.render.BodyCache;
import dev.hindsight.render.BodyShape;
import dev.hindsight.render.MarkStyle;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.Viewpoint;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.image.BufferedImage;
import java.util.List;

/// Draws marks with Java2D. One owner thread; shapes and strokes are reused from picture to
/// picture.
final class MarkPainter {
  private final Palette palette;
  private final LabelLayout words;
  private final BodyCache bodies = new BodyCache();
  private final Brush brush = new Brush();
  private final Ellipse2D.Float ellipse = new Ellipse2D.Float();
  private final Line2D.Float segment = new Line2D.Float();

  MarkPainter(Palette palette) {
    this.palette = palette;
    this.words = new LabelLayout(palette);
  }

  /// @param plates lie over the marks; no text is placed there
  void draw(
      Graphics2D g, List<Mark> marks, Viewpoint viewpoint, List<PlateLayout.PlacedPlate> plates) {
    shapes(g, marks, viewpoint);
    LabelLayout.PlacedLabels written = words.of(marks, viewpoint, 1, 1, plates);
    for (LabelLayout.Leader leader : written.leaders()) {
      segment.setLine(leader.x0(), leader.y0(), leader.x1(), leader.y1());
      int rgb = palette.rgb(Tone.TEXT_MUTED);
      brush.line(g, segment, rgb, MarkStyle.LEADER_OPACITY, MarkStyle.LEADER, Mark.Dash.SOLID);
    }
    for (LabelLayout.PlacedLabel placedLabel : written.placed()) {
      g.drawImage(placedLabel.sprite().image(), placedLabel.x(), placedLabel.y(), null);
    }
  }

  /// Draws everything but text.
  void shapes(Graphics2D g, List<Mark> marks, Viewpoint viewpoint) {
    Projection projection = Projection.of(viewpoint);
    for (int i = 0; i < marks.size(); i++) {
      switch (marks.get(i)) {
        case Mark.Polyline _ -> {
          List<Mark.Polyline> run = Mark.Polyline.run(marks, i);
          polylines(g, run, projection);
          i += run.size() - 1;
        }
        case Mark.Polygon polygon -> polygon(g, polygon, projection);
        case Mark.Box box -> box(g, box, viewpoint, projection);
        case Mark.Disc disc -> disc(g, disc, viewpoint.turn(), projection);
        case Mark.Cells cells -> cells(g, cells, projection);
        case Mark.Link link -> link(g, link, projection);
        case Mark.Text _, Mark.Label _, Mark.Tag _ -> {
          // Text lies above everything else, whatever its place in the list.
        }
      }
    }
  }

  private void polylines(Graphics2D g, List<Mark.Polyline> lines, Projection projection) {
    brush.path.reset();
    for (Mark.Polyline line : lines) {
      projection.append(line.xy(), 0, line.xy().length, brush.path);
    }
    Mark.Polyline style = lines.getFirst();
    float width = MarkStyle.width(style.stroke(), projection.scale());
    int rgb = palette.rgb(style.tone());
    brush.line(g, brush.path, rgb, style.stroke().opacity(), width, style.stroke().dash());
  }

  private void polygon(Graphics2D g, Mark.Polygon polygon, Projection projection) {
    if (polygon.xy().length < 6) {
      return;
    }
    brush.path.reset();
    projection.appendClosed(polygon.xy(), brush.path);
    int rgb = palette.rgb(polygon.tone());
    switch (polygon.fill()) {
      case SOLID -> brush.fill(g, brush.path, rgb, 1);
      case HOLLOW -> brush.line(g, brush.path, rgb, 1, MarkStyle.OUTLINE, Mark.Dash.SOLID);
      case FAINT -> brush.fill(g, brush.path, rgb, MarkStyle.FAINT);
    }
  }

  private void box(Graphics2D g, Mark.Box box, Viewpoint viewpoint, Projection projection) {
    float x = projection.x(box.x(), box.y());
    float y = projection.y(box.x(), box.y());
    double reach = 16 + (box.length() + box.width()) * projection.scale();
    if (x < -reach
        || y < -reach
        || x > viewpoint.width() + reach
        || y > viewpoint.height() + reach) {
      return;
    }
    double angle = box.heading() + viewpoint.turn();
    float cos = (float) Math.cos(angle);
    float sin = (float) Math.sin(angle);
    for (BodyShape.BodyPolygon bodyPolygon : bodies.of(box, projection.scale())) {
      brush.path.reset();
      float[] xy = bodyPolygon.xy();
      for (int i = 0; i < xy.length; i += 2) {
        float px = x + cos * xy[i] - sin * xy[i + 1];
        float py = y - sin * xy[i] - cos * xy[i + 1];
        if (i == 0) {
          brush.path.moveTo(px, py);
        } else {
          brush.path.lineTo(px, py);
        }
      }
      brush.path.closePath();
      int rgb = palette.rgb(bodyPolygon.colour(), box.tone());
      if (bodyPolygon.line() > 0) {
        brush.line(
            g, brush.path, rgb, bodyPolygon.opacity(), bodyPolygon.line(), bodyPolygon.dash());
      } else {
        brush.fill(g, brush.path, rgb, bodyPolygon.opacity());
      }
    }
  }

  private void disc(Graphics2D g, Mark.Disc disc, double turn, Projection projection) {
    float x = projection.x(disc.x(), disc.y());
    float y = projection.y(disc.x(), disc.y());
    float radius = MarkStyle.radius(disc, projection.scale());
    ellipse.setFrame(x - radius, y - radius, 2 * radius, 2 * radius);
    int rgb = palette.rgb(disc.tone());
    switch (disc.fill()) {
      case SOLID -> brush.fill(g, ellipse, rgb, 1);
      case HOLLOW -> {
        float width = MarkStyle.ring(disc.tone());
        if (MarkStyle.hasCasing(disc.tone())) {
          float casing = width + 2 * MarkStyle.CASING;
          brush.line(
              g, ellipse, palette.casing(), MarkStyle.CASING_OPACITY, casing, Mark.Dash.SOLID);
        }
        Mark.Dash dash = MarkStyle.dash(disc.tone());
        // Dashes turn with the world.
        Shape circle =
            dash == Mark.Dash.DASHED && turn != 0
                ? AffineTransform.getRotateInstance(-turn, x, y).createTransformedShape(ellipse)
                : ellipse;
        brush.line(g, circle, rgb, 1, width, dash);
      }
      case FAINT -> brush.fill(g, ellipse, rgb, MarkStyle.FAINT);
    }
  }

  private void cells(Graphics2D g, Mark.Cells cells, Projection projection) {
    int columns = cells.columns();
    int rows = cells.argb().length / Math.max(1, columns);
    if (columns <= 0 || rows <= 0) {
      return;
    }
    BufferedImage image = new BufferedImage(columns, rows, BufferedImage.TYPE_INT_ARGB);
    image.setRGB(0, 0, columns, rows, cells.argb(), 0, columns);
    AffineTransform toWorld =
        new AffineTransform(cells.size(), 0, 0, cells.size(), cells.x(), cells.y());
    AffineTransform toPixels =
        new AffineTransform(
            projection.a(),
            projection.c(),
            projection.b(),
            projection.d(),
            projection.e(),
            projection.f());
    toPixels.concatenate(toWorld);
    g.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_NEAREST_NEIGHBOR);
    g.drawImage(image, toPixels, null);
  }

  private void link(Graphics2D g, Mark.Link link, Projection projection) {
    segment.setLine(
        projection.x(link.x0(), link.y0()),
        projection.y(link.x0(), link.y0()),
        projection.x(link.x1(), link.y1()),
        projection.y(link.x1(), link.y1()));
    float width = MarkStyle.linkWidth(link.weight());
    brush.line(
        g,
        segment,
        palette.rgb(link),
        MarkStyle.linkOpacity(link.weight()),
        width,
        Mark.Dash.SOLID);
  }
}
