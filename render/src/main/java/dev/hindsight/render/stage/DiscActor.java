package dev.hindsight.render.stage;

import dev.hindsight.render.Look;
import dev.hindsight.trainer.scene.Mark;
import javafx.scene.Group;
import javafx.scene.shape.Circle;

/// A circle, with a casing below its line where it must be seen over anything.
final class DiscActor extends Actor<Mark.Disc> {
  private final Circle casing;
  private final Circle circle;

  DiscActor() {
    this(new Circle(), new Circle());
  }

  private DiscActor(Circle casing, Circle circle) {
    super(new Group(casing, circle));
    this.casing = casing;
    this.circle = circle;
  }

  @Override
  void play(Mark.Disc disc, Light light) {
    entity().setPosition(disc.x(), -disc.y());
    double radius = Look.radius(disc, light.scale()) / light.scale();
    circle.setRadius(radius);
    casing.setRadius(radius);
    boolean encased = disc.fill() == Mark.Fill.HOLLOW && Look.encased(disc.tone());
    casing.setVisible(encased);
    float line = Look.ring(disc.tone());
    if (encased) {
      var colour = Light.colour(light.palette().casing(), Look.CASING_OPACITY);
      light.stroke(casing, colour, line + 2 * Look.CASING);
    }
    switch (disc.fill()) {
      case SOLID -> Light.fill(circle, light.colour(disc.tone(), 1));
      case HOLLOW -> light.stroke(circle, light.colour(disc.tone(), 1), line, dashes(disc, line));
      case FAINT -> Light.fill(circle, light.colour(disc.tone(), Look.FAINT));
    }
  }

  private static float[] dashes(Mark.Disc disc, float line) {
    return switch (Look.dash(disc.tone())) {
      case SOLID -> new float[0];
      case DASHED -> Look.dashes(line);
    };
  }
}
