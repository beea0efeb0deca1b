package dev.hindsight.render.raster;

import dev.hindsight.render.MarkStyle;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.Viewpoint;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;

/// Draws the static part: ground and roads. One owner thread at a time.
public final class BackdropRaster {
  private final Palette palette;
  private final BackdropPieces pieces;
  private final MarkPainter painter;
  private final Brush brush = new Brush();

  /// @param scene the static part
  public BackdropRaster(Scene scene, Palette palette) {
    this.palette = palette;
    this.pieces = new BackdropPieces(scene);
    this.painter = new MarkPainter(palette);
  }

  /// Overwrites the whole image with what the viewpoint shows.
  public void draw(Viewpoint viewpoint, BufferedImage image) {
    Graphics2D g = image.createGraphics();
    try {
      g.setColor(new Color(palette.background()));
      g.fillRect(0, 0, image.getWidth(), image.getHeight());
      Brush.prepare(g);
      pieces.draw(g, viewpoint, palette, brush, painter);
    } finally {
      g.dispose();
    }
  }

  /// A backdrop cut into short pieces with known bounds, so that a near camera draws only the
  /// visible ones. Immutable; any thread.
  private static final class BackdropPieces {
    private static final int SEGMENTS = 24;

    private final List<Layer> layers = new ArrayList<>();

    /// Consecutive marks of one style, bottom to top.
    private sealed interface Layer {}

    private record Lines(Mark.Polyline style, List<Piece> pieces) implements Layer {}

    private record OtherMarks(List<Mark> marks) implements Layer {}

    /// Part of a line.
    ///
    /// @param from index of its first coordinate
    /// @param to end of its coordinates, exclusive
    private record Piece(float[] xy, int from, int to, Bounds bounds) {}

    BackdropPieces(Scene scene) {
      List<Mark> marks = scene.marks();
      int i = 0;
      while (i < marks.size()) {
        int first = i;
        if (marks.get(i) instanceof Mark.Polyline style) {
          List<Mark.Polyline> run = Mark.Polyline.run(marks, i);
          List<Piece> pieces = new ArrayList<>();
          run.forEach(line -> cut(line.xy(), pieces));
          layers.add(new Lines(style, pieces));
          i += run.size();
        } else {
          while (i < marks.size() && !(marks.get(i) instanceof Mark.Polyline)) {
            i++;
          }
          layers.add(new OtherMarks(List.copyOf(marks.subList(first, i))));
        }
      }
    }

    private static void cut(float[] xy, List<Piece> pieces) {
      for (int from = 0; from + 3 < xy.length; from += 2 * SEGMENTS) {
        int to = Math.min(xy.length, from + 2 * (SEGMENTS + 1));
        double minX = Double.POSITIVE_INFINITY;
        double minY = Double.POSITIVE_INFINITY;
        double maxX = Double.NEGATIVE_INFINITY;
        double maxY = Double.NEGATIVE_INFINITY;
        for (int i = from; i < to; i += 2) {
          minX = Math.min(minX, xy[i]);
          maxX = Math.max(maxX, xy[i]);
          minY = Math.min(minY, xy[i + 1]);
          maxY = Math.max(maxY, xy[i + 1]);
        }
        pieces.add(new Piece(xy, from, to, new Bounds(minX, minY, maxX, maxY)));
      }
    }

    /// Draws what the viewpoint shows.
    void draw(
        Graphics2D g, Viewpoint viewpoint, Palette palette, Brush brush, MarkPainter painter) {
      Projection projection = Projection.of(viewpoint);
      Bounds visible = viewpoint.visible();
      for (Layer layer : layers) {
        switch (layer) {
          case Lines lines -> {
            float width = MarkStyle.width(lines.style.stroke(), projection.scale());
            double reach = width / projection.scale();
            Bounds seen =
                new Bounds(
                    visible.minX() - reach,
                    visible.minY() - reach,
                    visible.maxX() + reach,
                    visible.maxY() + reach);
            brush.path.reset();
            for (Piece piece : lines.pieces) {
              if (piece.bounds.meets(seen)) {
                projection.append(piece.xy, piece.from, piece.to, brush.path);
              }
            }
            Mark.Stroke stroke = lines.style.stroke();
            int rgb = palette.rgb(lines.style.tone());
            brush.line(g, brush.path, rgb, stroke.opacity(), width, stroke.dash());
          }
          case OtherMarks otherMarks -> painter.draw(g, otherMarks.marks, viewpoint, List.of());
        }
      }
    }
  }
}
