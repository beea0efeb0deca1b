package dev.hindsight.render.stage;

import dev.hindsight.render.Look;
import dev.hindsight.trainer.scene.Mark;
import javafx.scene.shape.Line;

/// A connection between two points.
final class LinkActor extends Actor<Mark.Link> {
  private final Line line;

  LinkActor() {
    this(new Line());
  }

  private LinkActor(Line line) {
    super(line);
    this.line = line;
  }

  @Override
  void play(Mark.Link link, Light light) {
    line.setStartX(link.x0());
    line.setStartY(-link.y0());
    line.setEndX(link.x1());
    line.setEndY(-link.y1());
    double opacity = Look.linkOpacity(link.weight());
    int rgb = light.palette().rgb(link);
    light.stroke(line, Light.colour(rgb, opacity), Look.linkWidth(link.weight()));
  }
}
