package dev.hindsight.render.stage;

import dev.hindsight.render.MarkStyle;
import dev.hindsight.trainer.scene.Mark;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.shape.LineTo;
import javafx.scene.shape.MoveTo;
import javafx.scene.shape.Path;
import javafx.scene.shape.PathElement;

/// Lines of one style as one path: a node for each would be slow.
final class LinesNode extends MarkNode<List<Mark.Polyline>> {
  /// Points nearer than this to the one before add nothing, in pixels.
  private static final double NEAR = 0.6;

  private final Path path;

  LinesNode() {
    this(new Path());
  }

  private LinesNode(Path path) {
    super(path);
    this.path = path;
  }

  @Override
  void update(List<Mark.Polyline> lines, DrawingContext drawingContext) {
    Mark.Polyline style = lines.getFirst();
    float width = MarkStyle.width(style.stroke(), drawingContext.scale());
    float[] dashes =
        switch (style.stroke().dash()) {
          case SOLID -> new float[0];
          case DASHED -> MarkStyle.dashes(width);
        };
    drawingContext.stroke(
        path, drawingContext.colour(style.tone(), style.stroke().opacity()), width, dashes);
    List<PathElement> elements = new ArrayList<>();
    double near = NEAR / drawingContext.scale();
    for (Mark.Polyline line : lines) {
      append(line.xy(), near, elements);
    }
    path.getElements().setAll(elements);
  }

  private static void append(float[] xy, double near, List<PathElement> elements) {
    if (xy.length < 4) {
      return;
    }
    elements.add(new MoveTo(xy[0], -xy[1]));
    int kept = 0;
    for (int i = 2; i + 1 < xy.length; i += 2) {
      double step = Math.abs(xy[i] - xy[kept]) + Math.abs(xy[i + 1] - xy[kept + 1]);
      if (step >= near || i + 3 >= xy.length) {
        elements.add(new LineTo(xy[i], -xy[i + 1]));
        kept = i;
      }
    }
  }
}
