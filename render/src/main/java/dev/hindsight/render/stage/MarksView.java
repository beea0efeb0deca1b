package dev.hindsight.render.stage;

import com.almasb.fxgl.app.scene.Viewport;
import com.almasb.fxgl.entity.GameWorld;
import dev.hindsight.render.BodyCache;
import dev.hindsight.trainer.scene.Mark;
import java.util.List;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.transform.Rotate;
import javafx.scene.transform.Scale;

/// The game world: an entity for every mark of the moment, seen through FXGL's viewport. No engine
/// runs; the world changes when a moment is shown, and only then. FX thread.
final class MarksView {
  private final GameWorld world = new GameWorld();
  private final Viewport viewport = new Viewport(1, 1);
  private final Group root = new Group();
  private final BodyCache bodies = new BodyCache();
  private final MarkNodePool<BoxNode> boxes =
      new MarkNodePool<>(world, root, () -> new BoxNode(bodies));
  private final MarkNodePool<DiscNode> discs = new MarkNodePool<>(world, root, DiscNode::new);
  private final MarkNodePool<LinesNode> lines = new MarkNodePool<>(world, root, LinesNode::new);
  private final MarkNodePool<PolygonNode> polygons =
      new MarkNodePool<>(world, root, PolygonNode::new);
  private final MarkNodePool<LinkNode> links = new MarkNodePool<>(world, root, LinkNode::new);
  private final MarkNodePool<CellsNode> cells = new MarkNodePool<>(world, root, CellsNode::new);
  private final List<MarkNodePool<?>> troupes =
      List.of(boxes, discs, lines, polygons, links, cells);

  MarksView() {
    root.setManaged(false);
    root.setMouseTransparent(true);
    bindToViewport();
  }

  /// As FXGL's own game scene does it: scaled about the viewport's origin, turned about its middle.
  private void bindToViewport() {
    Scale scale = new Scale();
    scale.pivotXProperty().bind(viewport.xProperty());
    scale.pivotYProperty().bind(viewport.yProperty());
    scale.xProperty().bind(viewport.zoomProperty());
    scale.yProperty().bind(viewport.zoomProperty());
    Rotate turn = new Rotate(0, Rotate.Z_AXIS);
    turn.pivotXProperty().bind(viewport.xProperty().add(viewport.widthProperty().divide(2)));
    turn.pivotYProperty().bind(viewport.yProperty().add(viewport.heightProperty().divide(2)));
    turn.angleProperty().bind(viewport.angleProperty().negate());
    root.translateXProperty().bind(viewport.xProperty().negate());
    root.translateYProperty().bind(viewport.yProperty().negate());
    root.getTransforms().setAll(turn, scale);
  }

  Node node() {
    return root;
  }

  /// Everyone goes home.
  void clear() {
    troupes.forEach(MarkNodePool::begin);
    troupes.forEach(MarkNodePool::end);
  }

  /// Everyone takes the place the marks say, bottom to top.
  ///
  /// Who stands above whom is told by `viewOrder`: to put children into another order would take
  /// all of them out of the scene and have their style looked for anew.
  void show(List<Mark> marks, DrawingContext drawingContext) {
    look(drawingContext);
    troupes.forEach(MarkNodePool::begin);
    int height = 0;
    for (int i = 0; i < marks.size(); i++) {
      switch (marks.get(i)) {
        case Mark.Polyline _ -> {
          List<Mark.Polyline> run = Mark.Polyline.run(marks, i);
          update(lines.next(), run, height++, drawingContext);
          i += run.size() - 1;
        }
        case Mark.Box box -> update(boxes.next(), box, height++, drawingContext);
        case Mark.Disc disc -> update(discs.next(), disc, height++, drawingContext);
        case Mark.Polygon polygon -> update(polygons.next(), polygon, height++, drawingContext);
        case Mark.Link link -> update(links.next(), link, height++, drawingContext);
        case Mark.Cells raster -> update(cells.next(), raster, height++, drawingContext);
        case Mark.Text _, Mark.Label _, Mark.Tag _ -> {
          // Words are not part of the world: they lie over it, unscaled.
        }
      }
    }
    troupes.forEach(MarkNodePool::end);
  }

  private static <M> void update(
      MarkNode<M> markNode, M part, int height, DrawingContext drawingContext) {
    markNode.update(part, drawingContext);
    markNode.view().setViewOrder(-height);
  }

  private void look(DrawingContext drawingContext) {
    var viewpoint = drawingContext.viewpoint();
    viewport.setWidth(viewpoint.width());
    viewport.setHeight(viewpoint.height());
    viewport.setZoom(drawingContext.scale());
    viewport.setX(viewpoint.centreX() - viewpoint.width() / 2 / drawingContext.scale());
    viewport.setY(-viewpoint.centreY() - viewpoint.height() / 2 / drawingContext.scale());
    viewport.setAngle(Math.toDegrees(viewpoint.turn()));
  }
}
