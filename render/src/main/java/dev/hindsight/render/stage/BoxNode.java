package dev.hindsight.render.stage;

import dev.hindsight.render.BodyCache;
import dev.hindsight.render.BodyShape;
import dev.hindsight.render.MarkStyle;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Mark;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Group;
import javafx.scene.shape.Polygon;

/// A body: moves every tick, and changes its parts only when its state or the zoom does.
final class BoxNode extends MarkNode<Mark.Box> {
  private final BodyCache bodies;
  private final Group parts;
  private final List<Polygon> polygons = new ArrayList<>();
  private List<BodyShape.BodyPolygon> shown = List.of();
  private Palette palette = Palette.DARK;

  BoxNode(BodyCache bodies) {
    this(bodies, new Group());
  }

  private BoxNode(BodyCache bodies, Group parts) {
    super(parts);
    this.bodies = bodies;
    this.parts = parts;
  }

  @Override
  void update(Mark.Box box, DrawingContext drawingContext) {
    entity().setPosition(box.x(), -box.y());
    entity().setRotation(-Math.toDegrees(box.heading()));
    List<BodyShape.BodyPolygon> wanted = bodies.of(box, drawingContext.scale());
    if (!shown.equals(wanted) || !palette.equals(drawingContext.palette())) {
      while (polygons.size() < wanted.size()) {
        polygons.add(new Polygon());
      }
      for (int i = 0; i < wanted.size(); i++) {
        draw(wanted.get(i), polygons.get(i), box, drawingContext);
      }
      // Nodes that come or go cost more than nodes that change: their style is looked for anew.
      if (parts.getChildren().size() != wanted.size()) {
        parts.getChildren().setAll(polygons.subList(0, wanted.size()));
      }
      shown = wanted;
      palette = drawingContext.palette();
    }
  }

  private static void draw(
      BodyShape.BodyPolygon bodyPolygon,
      Polygon polygon,
      Mark.Box box,
      DrawingContext drawingContext) {
    Double[] metres = new Double[bodyPolygon.xy().length];
    for (int i = 0; i < metres.length; i += 2) {
      metres[i] = bodyPolygon.xy()[i] / drawingContext.scale();
      metres[i + 1] = -bodyPolygon.xy()[i + 1] / drawingContext.scale();
    }
    polygon.getPoints().setAll(metres);
    var colour =
        DrawingContext.colour(
            drawingContext.palette().rgb(bodyPolygon.colour(), box.tone()), bodyPolygon.opacity());
    if (bodyPolygon.line() == 0) {
      DrawingContext.fill(polygon, colour);
    } else {
      float[] dashes =
          switch (bodyPolygon.dash()) {
            case SOLID -> new float[0];
            case DASHED -> MarkStyle.dashes(bodyPolygon.line());
          };
      drawingContext.stroke(polygon, colour, bodyPolygon.line(), dashes);
    }
  }
}
