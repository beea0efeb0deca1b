package dev.hindsight.render.stage;

import dev.hindsight.render.MarkStyle;
import dev.hindsight.trainer.scene.Mark;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.shape.Polygon;

/// A closed shape.
final class PolygonNode extends MarkNode<Mark.Polygon> {
  private final Polygon polygon;

  PolygonNode() {
    this(new Polygon());
  }

  private PolygonNode(Polygon polygon) {
    super(polygon);
    this.polygon = polygon;
  }

  @Override
  void update(Mark.Polygon mark, DrawingContext drawingContext) {
    List<Double> points = new ArrayList<>(mark.xy().length);
    for (int i = 0; i + 1 < mark.xy().length; i += 2) {
      points.add((double) mark.xy()[i]);
      points.add((double) -mark.xy()[i + 1]);
    }
    polygon.getPoints().setAll(points);
    switch (mark.fill()) {
      case SOLID -> DrawingContext.fill(polygon, drawingContext.colour(mark.tone(), 1));
      case HOLLOW ->
          drawingContext.stroke(polygon, drawingContext.colour(mark.tone(), 1), MarkStyle.OUTLINE);
      case FAINT ->
          DrawingContext.fill(polygon, drawingContext.colour(mark.tone(), MarkStyle.FAINT));
    }
  }
}
