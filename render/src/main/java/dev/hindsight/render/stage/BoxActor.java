package dev.hindsight.render.stage;

import dev.hindsight.render.BodyCache;
import dev.hindsight.render.BodyShape;
import dev.hindsight.render.Look;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Mark;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Group;
import javafx.scene.shape.Polygon;

/// A body: moves every tick, and changes its parts only when its state or the zoom does.
final class BoxActor extends Actor<Mark.Box> {
  private final BodyCache bodies;
  private final Group parts;
  private final List<Polygon> polygons = new ArrayList<>();
  private List<BodyShape.Part> shown = List.of();
  private Palette palette = Palette.DARK;

  BoxActor(BodyCache bodies) {
    this(bodies, new Group());
  }

  private BoxActor(BodyCache bodies, Group parts) {
    super(parts);
    this.bodies = bodies;
    this.parts = parts;
  }

  @Override
  void play(Mark.Box box, Light light) {
    entity().setPosition(box.x(), -box.y());
    entity().setRotation(-Math.toDegrees(box.heading()));
    List<BodyShape.Part> wanted = bodies.of(box, light.scale());
    if (!shown.equals(wanted) || !palette.equals(light.palette())) {
      while (polygons.size() < wanted.size()) {
        polygons.add(new Polygon());
      }
      for (int i = 0; i < wanted.size(); i++) {
        draw(wanted.get(i), polygons.get(i), box, light);
      }
      // Nodes that come or go cost more than nodes that change: their style is looked for anew.
      if (parts.getChildren().size() != wanted.size()) {
        parts.getChildren().setAll(polygons.subList(0, wanted.size()));
      }
      shown = wanted;
      palette = light.palette();
    }
  }

  private static void draw(BodyShape.Part part, Polygon polygon, Mark.Box box, Light light) {
    Double[] metres = new Double[part.xy().length];
    for (int i = 0; i < metres.length; i += 2) {
      metres[i] = part.xy()[i] / light.scale();
      metres[i + 1] = -part.xy()[i + 1] / light.scale();
    }
    polygon.getPoints().setAll(metres);
    var colour = Light.colour(light.palette().rgb(part.ink(), box.tone()), part.opacity());
    if (part.line() == 0) {
      Light.fill(polygon, colour);
    } else {
      float[] dashes =
          switch (part.dash()) {
            case SOLID -> new float[0];
            case DASHED -> Look.dashes(part.line());
          };
      light.stroke(polygon, colour, part.line(), dashes);
    }
  }
}
