package dev.hindsight.render.stage;

import dev.hindsight.render.MarkStyle;
import dev.hindsight.trainer.scene.Mark;
import javafx.scene.shape.Line;

/// A connection between two points.
final class LinkNode extends MarkNode<Mark.Link> {
  private final Line line;

  LinkNode() {
    this(new Line());
  }

  private LinkNode(Line line) {
    super(line);
    this.line = line;
  }

  @Override
  void update(Mark.Link link, DrawingContext drawingContext) {
    line.setStartX(link.x0());
    line.setStartY(-link.y0());
    line.setEndX(link.x1());
    line.setEndY(-link.y1());
    double opacity = MarkStyle.linkOpacity(link.weight());
    int rgb = drawingContext.palette().rgb(link);
    drawingContext.stroke(
        line, DrawingContext.colour(rgb, opacity), MarkStyle.linkWidth(link.weight()));
  }
}
