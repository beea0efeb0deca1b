package dev.hindsight.render.stage;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.Cursor;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.shape.Polygon;

/// Mouse input on a scene: drag to pan, wheel to zoom at the pointer, move to point, click to pick,
/// double-click to follow. With Ctrl (or Command), if a listener is set, drag a body to another
/// place; with Shift in addition, turn it. FX thread.
final class SceneMouse {
  /// A press that moves less than this, in pixels, is a click.
  private static final double STILL = 4;

  /// Zoom factor of one wheel notch.
  private static final double NOTCH = 1.15;

  private static final double PIXELS_PER_NOTCH = 40;

  private final SceneView stage;
  private Optional<Grip> grip = Optional.empty();
  private Optional<MarkSubject> pointed = Optional.empty();
  private Optional<BodyDrag> carry = Optional.empty();

  /// Receives the new poses of dragged bodies; dragging is off as long as it is empty.
  Optional<Consumer<BodyPlacement>> whenPlaced = Optional.empty();

  Consumer<Optional<MarkSubject>> whenPicked = _ -> {};
  Consumer<Optional<MarkSubject>> whenPointed = _ -> {};
  Consumer<MarkSubject> whenFollowed = _ -> {};

  /// The view when the button went down, and the place of the press.
  private record Grip(Camera camera, Viewpoint seen, double x, double y) {}

  SceneMouse(SceneView stage) {
    this.stage = stage;
    stage.addEventHandler(MouseEvent.MOUSE_PRESSED, this::press);
    stage.addEventHandler(MouseEvent.MOUSE_DRAGGED, this::drag);
    stage.addEventHandler(MouseEvent.MOUSE_RELEASED, this::release);
    stage.addEventHandler(
        MouseEvent.MOUSE_MOVED, event -> point(stage.under(event.getX(), event.getY())));
    stage.addEventHandler(MouseEvent.MOUSE_EXITED, _ -> point(Optional.empty()));
    stage.addEventHandler(ScrollEvent.SCROLL, this::scroll);
  }

  private void press(MouseEvent event) {
    stage.requestFocus();
    if (event.isShortcutDown() && whenPlaced.isPresent()) {
      carry =
          stage
              .pick(event.getX(), event.getY())
              .flatMap(stage::body)
              .flatMap(box ->
                  stage
                      .viewpoint()
                      .map(seen ->
                          new BodyDrag(
                              stage.drawn().map(Moment::tick).orElseThrow(), box, seen, event)));
      carry.ifPresent(body -> stage.lay(body.outline()));
    }
    grip =
        stage.viewpoint().map(seen -> new Grip(stage.camera(), seen, event.getX(), event.getY()));
  }

  private void drag(MouseEvent event) {
    if (carry.isPresent()) {
      stage.setCursor(Cursor.MOVE);
      carry.get().follow(event);
      return;
    }
    if (grip.isPresent() && !event.isStillSincePress()) {
      Grip held = grip.get();
      stage.setCursor(Cursor.CLOSED_HAND);
      stage.move(held.camera.panned(held.seen, event.getX() - held.x, event.getY() - held.y));
    }
  }

  private void release(MouseEvent event) {
    boolean click =
        grip.isPresent()
            && Math.hypot(event.getX() - grip.get().x, event.getY() - grip.get().y) < STILL;
    grip = Optional.empty();
    if (carry.isPresent()) {
      BodyDrag body = carry.get();
      carry = Optional.empty();
      stage.lift(body.outline());
      if (body.moved()) {
        whenPlaced.ifPresent(listener -> listener.accept(body.place()));
        return;
      }
    }
    Optional<MarkSubject> under = stage.pick(event.getX(), event.getY());
    if (click && event.getButton() == MouseButton.PRIMARY) {
      if (event.getClickCount() == 2 && under.isPresent()) {
        whenFollowed.accept(under.get());
      } else {
        whenPicked.accept(under);
      }
    }
    point(stage.under(event.getX(), event.getY()));
  }

  private void point(Optional<MarkSubject> under) {
    boolean thing =
        under.filter(markSubject -> !markSubject.kind().equals(MarkSubject.ROAD)).isPresent();
    stage.setCursor(thing ? Cursor.HAND : Cursor.DEFAULT);
    if (!under.equals(pointed)) {
      pointed = under;
      whenPointed.accept(under);
    }
  }

  private void scroll(ScrollEvent event) {
    double factor = Math.pow(NOTCH, event.getDeltaY() / PIXELS_PER_NOTCH);
    stage
        .viewpoint()
        .ifPresent(
            seen -> stage.move(stage.camera().zoomed(seen, factor, event.getX(), event.getY())));
    event.consume();
  }

  /// Dragging a body to another place, or turning it: shows an outline of its new pose. FX thread.
  private static final class BodyDrag {
    private static final double STILL = 4;

    private final Mark.Box box;
    private final Viewpoint seen;
    private final double fromX;
    private final double fromY;
    private final Polygon outline = new Polygon();
    private BodyPlacement place;
    private boolean moved;

    /// @param tick of the picture: playback may go on meanwhile
    /// @param box the body at its pose there
    /// @param seen the viewpoint
    /// @param event at which the button went down
    BodyDrag(int tick, Mark.Box box, Viewpoint seen, MouseEvent event) {
      this.box = box;
      this.seen = seen;
      this.fromX = event.getX();
      this.fromY = event.getY();
      this.place = new BodyPlacement(tick, box.subject(), box.x(), box.y(), box.heading());
      outline.getStyleClass().add("hs-carried");
      outline.setMouseTransparent(true);
      outline.setManaged(false);
    }

    /// The outline of the new pose.
    Polygon outline() {
      return outline;
    }

    /// The new pose.
    BodyPlacement place() {
      return place;
    }

    /// Whether the pose has changed.
    boolean moved() {
      return moved;
    }

    /// Follows the mouse: moves the body, or with Shift turns it towards the mouse.
    void follow(MouseEvent event) {
      moved |= Math.hypot(event.getX() - fromX, event.getY() - fromY) >= STILL;
      double x = seen.worldX(event.getX(), event.getY());
      double y = seen.worldY(event.getX(), event.getY());
      place =
          event.isShiftDown()
              ? new BodyPlacement(
                  place.tick(),
                  box.subject(),
                  place.x(),
                  place.y(),
                  Math.atan2(y - place.y(), x - place.x()))
              : new BodyPlacement(
                  place.tick(),
                  box.subject(),
                  box.x() + x - seen.worldX(fromX, fromY),
                  box.y() + y - seen.worldY(fromX, fromY),
                  place.heading());
      draw();
    }

    private void draw() {
      outline.getPoints().clear();
      corner(1, 1);
      corner(1, -1);
      corner(-1, -1);
      corner(-1, 1);
      // A notch at the front.
      corner(-1, 0);
      corner(1, 0);
      corner(-1, 0);
      corner(-1, 1);
    }

    private void corner(int along, int across) {
      double a = along * box.length() / 2;
      double b = across * box.width() / 2;
      double x = place.x() + a * Math.cos(place.heading()) - b * Math.sin(place.heading());
      double y = place.y() + a * Math.sin(place.heading()) + b * Math.cos(place.heading());
      outline.getPoints().addAll(seen.pixelX(x, y), seen.pixelY(x, y));
    }
  }
}
