package dev.hindsight.render.stage;

import com.almasb.fxgl.app.scene.Viewport;
import com.almasb.fxgl.entity.Entity;
import com.almasb.fxgl.entity.GameWorld;
import dev.hindsight.render.BodyCache;
import dev.hindsight.render.BodyShape;
import dev.hindsight.render.MarkStyle;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Mark;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import javafx.scene.Group;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.image.ImageView;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.shape.Circle;
import javafx.scene.shape.Line;
import javafx.scene.shape.Path;
import javafx.scene.shape.Polygon;
import javafx.scene.transform.Rotate;
import javafx.scene.transform.Scale;

/// The game world: an entity for every mark of the moment, seen through FXGL's viewport. No engine
/// runs; the world changes only when a moment is shown. FX thread.
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

  /// Transforms like FXGL's own game scene: scaled about the viewport's origin, rotated about its
  /// middle.
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

  /// Removes all nodes.
  void clear() {
    troupes.forEach(MarkNodePool::begin);
    troupes.forEach(MarkNodePool::end);
  }

  /// Updates all nodes to the marks, bottom to top.
  ///
  /// The stacking order is set by `viewOrder`: reordering children would remove all of them from
  /// the scene and make JavaFX look up their style again.
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
          // Text is not part of the world: it lies over it, unscaled.
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

  /// Nodes of one kind: as many as the present tick has marks for, reused from tick to tick. FX
  /// thread.
  ///
  /// @param <A> the kind
  private static final class MarkNodePool<A extends MarkNode<?>> {
    private final GameWorld world;
    private final Group stage;
    private final Supplier<A> casting;
    private final List<A> actors = new ArrayList<>();
    private int playing;

    /// @param stage parent of the nodes
    MarkNodePool(GameWorld world, Group stage, Supplier<A> casting) {
      this.world = world;
      this.stage = stage;
      this.casting = casting;
    }

    /// Starts a tick with all nodes free.
    void begin() {
      playing = 0;
    }

    /// The next node, created if necessary.
    A next() {
      if (playing == actors.size()) {
        A actor = casting.get();
        world.addEntity(actor.entity());
        stage.getChildren().add(actor.view());
        actors.add(actor);
      }
      return actors.get(playing++);
    }

    /// Removes unused nodes.
    void end() {
      while (actors.size() > playing) {
        A actor = actors.removeLast();
        world.removeEntity(actor.entity());
        stage.getChildren().remove(actor.view());
      }
    }
  }

  /// A circle, with a casing below its line if it must be visible over anything.
  private static final class DiscNode extends MarkNode<Mark.Disc> {
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

  /// A connection between two points.
  private static final class LinkNode extends MarkNode<Mark.Link> {
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

  /// A closed shape.
  private static final class PolygonNode extends MarkNode<Mark.Polygon> {
    private final Polygon polygon;

    PolygonNode() {
      this(new Polygon());
    }

    private PolygonNode(Polygon polygon) {
      super(polygon);
      this.polygon = polygon;
    }

    @Override
    void update(Mark.Polygon mark, DrawingContext drawingContext) {
      List<Double> points = new ArrayList<>(mark.xy().length);
      for (int i = 0; i + 1 < mark.xy().length; i += 2) {
        points.add((double) mark.xy()[i]);
        points.add((double) -mark.xy()[i + 1]);
      }
      polygon.getPoints().setAll(points);
      switch (mark.fill()) {
        case SOLID -> DrawingContext.fill(polygon, drawingContext.colour(mark.tone(), 1));
        case HOLLOW ->
            drawingContext.stroke(
                polygon, drawingContext.colour(mark.tone(), 1), MarkStyle.OUTLINE);
        case FAINT ->
            DrawingContext.fill(polygon, drawingContext.colour(mark.tone(), MarkStyle.FAINT));
      }
    }
  }

  /// Lines of one style as one path, because a node for each would be slow.
  private static final class LinesNode extends MarkNode<List<Mark.Polyline>> {
    /// Points closer than this to the previous one, in pixels, add nothing.
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
      PathPen pen = new PathPen(path.getElements());
      double near = NEAR / drawingContext.scale();
      for (Mark.Polyline line : lines) {
        append(line.xy(), near, pen);
      }
      pen.end();
    }

    private static void append(float[] xy, double near, PathPen pen) {
      if (xy.length < 4) {
        return;
      }
      pen.moveTo(xy[0], -xy[1]);
      int kept = 0;
      for (int i = 2; i + 1 < xy.length; i += 2) {
        double step = Math.abs(xy[i] - xy[kept]) + Math.abs(xy[i + 1] - xy[kept + 1]);
        if (step >= near || i + 3 >= xy.length) {
          pen.lineTo(xy[i], -xy[i + 1]);
          kept = i;
        }
      }
    }
  }

  /// A grid of cells as one image with about as many pixels as the cells have in the picture:
  /// JavaFX's software painter smooths enlarged images regardless of settings, and cells of one
  /// pixel each would blur into each other.
  private static final class CellsNode extends MarkNode<Mark.Cells> {
    private static final int MOST_SIDE = 2048;

    private final ImageView view;
    private int[] shown = new int[0];
    private int side;

    CellsNode() {
      this(new ImageView());
    }

    private CellsNode(ImageView view) {
      super(view);
      this.view = view;
      view.setSmooth(false);
    }

    @Override
    void update(Mark.Cells cells, DrawingContext drawingContext) {
      int columns = Math.max(1, cells.columns());
      int rows = cells.argb().length / columns;
      int wanted = side(cells.size() * drawingContext.scale(), Math.max(rows, columns));
      if (rows > 0 && (side != wanted || !Arrays.equals(shown, cells.argb()))) {
        view.setImage(image(cells.argb(), rows, columns, wanted));
        shown = cells.argb().clone();
        side = wanted;
      }
      view.setFitWidth(columns * (double) cells.size());
      view.setFitHeight(rows * (double) cells.size());
      entity().setPosition(cells.x(), -cells.y() - rows * (double) cells.size());
    }

    /// Pixels per cell side in the image: a power of two, so that zooming rarely needs a new image.
    private static int side(double pixels, int cells) {
      int side = 1;
      while (side < pixels && 2 * side * cells <= MOST_SIDE) {
        side *= 2;
      }
      return side;
    }

    private static WritableImage image(int[] argb, int rows, int columns, int side) {
      WritableImage image = new WritableImage(columns * side, rows * side);
      int[] line = new int[columns * side];
      for (int y = 0; y < rows * side; y++) {
        // Row 0 of the cells is at the bottom, that of the image at the top.
        int row = rows - 1 - y / side;
        for (int x = 0; x < line.length; x++) {
          line[x] = argb[row * columns + x / side];
        }
        image
            .getPixelWriter()
            .setPixels(
                0, y, line.length, 1, PixelFormat.getIntArgbInstance(), line, 0, line.length);
      }
      return image;
    }
  }

  /// A body: moves every tick, but changes its parts only when its state or the zoom changes.
  private static final class BoxNode extends MarkNode<Mark.Box> {
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
        // Adding or removing nodes costs more than changing them, because JavaFX looks up their
        // style again.
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
              drawingContext.palette().rgb(bodyPolygon.colour(), box.tone()),
              bodyPolygon.opacity());
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

  /// An entity that shows a mark, tick after tick, with its node. FX thread.
  ///
  /// Entities are in metres, x right, y down (the mark's y is negated); widths in pixels are
  /// divided by the scale, because the whole world is drawn scaled.
  ///
  /// @param <M> what it shows: a kind of mark, or a list of one kind
  private abstract static class MarkNode<M> {
    private final Entity entity = new Entity();

    MarkNode(Node node) {
      // Its position is a function of the recording, never of an engine's clock.
      entity.setEverUpdated(false);
      entity.getViewComponent().addChild(node);
      entity.getViewComponent().getParent().setMouseTransparent(true);
    }

    /// The entity in the game world.
    final Entity entity() {
      return entity;
    }

    /// The node in the scene.
    final Parent view() {
      return entity.getViewComponent().getParent();
    }

    /// Shows a mark from now on.
    abstract void update(M part, DrawingContext drawingContext);
  }
}
