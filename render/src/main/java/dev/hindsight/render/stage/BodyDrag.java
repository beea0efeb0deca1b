package dev.hindsight.render.stage;

import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Viewpoint;
import javafx.scene.input.MouseEvent;
import javafx.scene.shape.Polygon;

/// A body that is dragged to another place, or turned: an outline of where it would stand. FX
/// thread.
final class BodyDrag {
  private static final double STILL = 4;

  private final Mark.Box box;
  private final Viewpoint seen;
  private final double fromX;
  private final double fromY;
  private final Polygon outline = new Polygon();
  private BodyPlacement place;
  private boolean moved;

  /// @param box the body as it stands
  /// @param seen where it is seen
  /// @param event at which the button went down
  BodyDrag(Mark.Box box, Viewpoint seen, MouseEvent event) {
    this.box = box;
    this.seen = seen;
    this.fromX = event.getX();
    this.fromY = event.getY();
    this.place = new BodyPlacement(box.subject(), box.x(), box.y(), box.heading());
    outline.getStyleClass().add("hs-carried");
    outline.setMouseTransparent(true);
    outline.setManaged(false);
  }

  /// Where it would stand, drawn.
  Polygon outline() {
    return outline;
  }

  /// Where it would stand.
  BodyPlacement place() {
    return place;
  }

  /// Whether it is elsewhere than it was.
  boolean moved() {
    return moved;
  }

  /// Follows the mouse: moves with it, with shift turns towards it.
  void follow(MouseEvent event) {
    moved |= Math.hypot(event.getX() - fromX, event.getY() - fromY) >= STILL;
    double x = seen.worldX(event.getX(), event.getY());
    double y = seen.worldY(event.getX(), event.getY());
    place =
        event.isShiftDown()
            ? new BodyPlacement(
                box.subject(), place.x(), place.y(), Math.atan2(y - place.y(), x - place.x()))
            : new BodyPlacement(
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
    // A notch in front.
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
