package dev.hindsight.render.stage;

import dev.hindsight.render.MarkStyle;
import dev.hindsight.trainer.scene.Mark;
import javafx.scene.Group;
import javafx.scene.shape.Circle;

/// A circle, with a casing below its line where it must be seen over anything.
final class DiscNode extends MarkNode<Mark.Disc> {
  private final Circle casing;
  private final Circle circle;

  DiscNode() {
    this(new Circle(), new Circle());
  }

  private DiscNode(Circle casing, Circle circle) {
    super(new Group(casing, circle));
    this.casing = casing;
    this.circle = circle;
  }

  @Override
  void update(Mark.Disc disc, DrawingContext drawingContext) {
    entity().setPosition(disc.x(), -disc.y());
    double radius = MarkStyle.radius(disc, drawingContext.scale()) / drawingContext.scale();
    circle.setRadius(radius);
    casing.setRadius(radius);
    boolean encased = disc.fill() == Mark.Fill.HOLLOW && MarkStyle.hasCasing(disc.tone());
    casing.setVisible(encased);
    float line = MarkStyle.ring(disc.tone());
    if (encased) {
      var colour =
          DrawingContext.colour(drawingContext.palette().casing(), MarkStyle.CASING_OPACITY);
      drawingContext.stroke(casing, colour, line + 2 * MarkStyle.CASING);
    }
    switch (disc.fill()) {
      case SOLID -> DrawingContext.fill(circle, drawingContext.colour(disc.tone(), 1));
      case HOLLOW ->
          drawingContext.stroke(
              circle, drawingContext.colour(disc.tone(), 1), line, dashes(disc, line));
      case FAINT ->
          DrawingContext.fill(circle, drawingContext.colour(disc.tone(), MarkStyle.FAINT));
    }
  }

  private static float[] dashes(Mark.Disc disc, float line) {
    return switch (MarkStyle.dash(disc.tone())) {
      case SOLID -> new float[0];
      case DASHED -> MarkStyle.dashes(line);
    };
  }
}
