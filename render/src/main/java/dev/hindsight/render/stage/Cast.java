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
final class Cast {
  private final GameWorld world = new GameWorld();
  private final Viewport viewport = new Viewport(1, 1);
  private final Group root = new Group();
  private final BodyCache bodies = new BodyCache();
  private final Troupe<BoxActor> boxes = new Troupe<>(world, root, () -> new BoxActor(bodies));
  private final Troupe<DiscActor> discs = new Troupe<>(world, root, DiscActor::new);
  private final Troupe<LinesActor> lines = new Troupe<>(world, root, LinesActor::new);
  private final Troupe<PolygonActor> polygons = new Troupe<>(world, root, PolygonActor::new);
  private final Troupe<LinkActor> links = new Troupe<>(world, root, LinkActor::new);
  private final Troupe<CellsActor> cells = new Troupe<>(world, root, CellsActor::new);
  private final List<Troupe<?>> troupes = List.of(boxes, discs, lines, polygons, links, cells);

  Cast() {
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
    troupes.forEach(Troupe::begin);
    troupes.forEach(Troupe::end);
  }

  /// Everyone takes the place the marks say, bottom to top.
  ///
  /// Who stands above whom is told by `viewOrder`: to put children into another order would take
  /// all of them out of the scene and have their style looked for anew.
  void show(List<Mark> marks, Light light) {
    look(light);
    troupes.forEach(Troupe::begin);
    int height = 0;
    for (int i = 0; i < marks.size(); i++) {
      switch (marks.get(i)) {
        case Mark.Polyline _ -> {
          List<Mark.Polyline> run = Mark.Polyline.run(marks, i);
          play(lines.next(), run, height++, light);
          i += run.size() - 1;
        }
        case Mark.Box box -> play(boxes.next(), box, height++, light);
        case Mark.Disc disc -> play(discs.next(), disc, height++, light);
        case Mark.Polygon polygon -> play(polygons.next(), polygon, height++, light);
        case Mark.Link link -> play(links.next(), link, height++, light);
        case Mark.Cells raster -> play(cells.next(), raster, height++, light);
        case Mark.Text _, Mark.Label _, Mark.Tag _ -> {
          // Words are not part of the world: they lie over it, unscaled.
        }
      }
    }
    troupes.forEach(Troupe::end);
  }

  private static <M> void play(Actor<M> actor, M part, int height, Light light) {
    actor.play(part, light);
    actor.view().setViewOrder(-height);
  }

  private void look(Light light) {
    var viewpoint = light.viewpoint();
    viewport.setWidth(viewpoint.width());
    viewport.setHeight(viewpoint.height());
    viewport.setZoom(light.scale());
    viewport.setX(viewpoint.centreX() - viewpoint.width() / 2 / light.scale());
    viewport.setY(-viewpoint.centreY() - viewpoint.height() / 2 / light.scale());
    viewport.setAngle(Math.toDegrees(viewpoint.turn()));
  }
}
