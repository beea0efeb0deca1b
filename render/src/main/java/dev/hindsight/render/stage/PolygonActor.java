package dev.hindsight.render.stage;

import dev.hindsight.render.Look;
import dev.hindsight.trainer.scene.Mark;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.shape.Polygon;

/// A closed shape.
final class PolygonActor extends Actor<Mark.Polygon> {
  private final Polygon polygon;

  PolygonActor() {
    this(new Polygon());
  }

  private PolygonActor(Polygon polygon) {
    super(polygon);
    this.polygon = polygon;
  }

  @Override
  void play(Mark.Polygon mark, Light light) {
    List<Double> points = new ArrayList<>(mark.xy().length);
    for (int i = 0; i + 1 < mark.xy().length; i += 2) {
      points.add((double) mark.xy()[i]);
      points.add((double) -mark.xy()[i + 1]);
    }
    polygon.getPoints().setAll(points);
    switch (mark.fill()) {
      case SOLID -> Light.fill(polygon, light.colour(mark.tone(), 1));
      case HOLLOW -> light.stroke(polygon, light.colour(mark.tone(), 1), Look.OUTLINE);
      case FAINT -> Light.fill(polygon, light.colour(mark.tone(), Look.FAINT));
    }
  }
}
