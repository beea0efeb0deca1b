package dev.hindsight.render.stage;

import dev.hindsight.trainer.scene.Viewpoint;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.image.ImageView;
import javafx.scene.transform.Affine;

/// A drawn image as part of the scene. It has a margin; while the camera moves, it is moved,
/// rotated and scaled with it, so that it is always in place. FX thread.
final class RasterView {
  /// Margin around the picture, as a fraction of its side, and its maximum in pixels.
  private static final double MARGIN = 0.25;

  private static final double MOST_MARGIN = 320;

  private final ImageView view = new ImageView();
  private final Affine place = new Affine();
  private Optional<DrawnImage> shown = Optional.empty();

  /// What an image is drawn for.
  ///
  /// @param viewpoint in pixels, margin included
  /// @param device device pixels per pixel
  record Frame(Viewpoint viewpoint, double device) {
    /// A frame that shows a viewpoint with a margin around it.
    static Frame around(Viewpoint seen, double device) {
      double margin =
          Math.floor(Math.min(MOST_MARGIN, MARGIN * Math.max(seen.width(), seen.height())));
      return new Frame(seen.resized(seen.width() + 2 * margin, seen.height() + 2 * margin), device);
    }

    /// Whether an image of this frame shows a viewpoint sharply, and all of it.
    boolean serves(Viewpoint seen, double wantedDevice) {
      return device == wantedDevice && sharp(viewpoint, seen) && covers(viewpoint, seen);
    }

    private static boolean sharp(Viewpoint picture, Viewpoint seen) {
      return picture.pixelsPerMetre() == seen.pixelsPerMetre() && picture.turn() == seen.turn();
    }

    private static boolean covers(Viewpoint picture, Viewpoint seen) {
      double dx = picture.pixelX(seen.centreX(), seen.centreY()) - picture.width() / 2;
      double dy = picture.pixelY(seen.centreX(), seen.centreY()) - picture.height() / 2;
      return Math.abs(dx) <= (picture.width() - seen.width()) / 2
          && Math.abs(dy) <= (picture.height() - seen.height()) / 2;
    }
  }

  /// A drawn image.
  record DrawnImage(Frame frame, PixelImage image) {}

  RasterView() {
    view.setManaged(false);
    view.setMouseTransparent(true);
    view.getTransforms().add(place);
  }

  Node node() {
    return view;
  }

  /// Whether the image shows a viewpoint sharply, and all of it.
  boolean serves(Viewpoint seen, double device) {
    return shown.map(DrawnImage::frame).filter(frame -> frame.serves(seen, device)).isPresent();
  }

  /// Replaces the image.
  void show(DrawnImage drawn) {
    shown = Optional.of(drawn);
    view.setImage(drawn.image.updated());
    view.setFitWidth(drawn.image.width() / drawn.frame.device);
    view.setFitHeight(drawn.image.height() / drawn.frame.device);
  }

  /// Removes the image.
  void clear() {
    shown = Optional.empty();
    view.setImage(null);
  }

  /// Moves the image to where a viewpoint shows it.
  void place(Viewpoint to) {
    if (shown.isEmpty()) {
      return;
    }
    Viewpoint from = shown.get().frame.viewpoint;
    double x = to.pixelX(from.centreX(), from.centreY());
    double y = to.pixelY(from.centreX(), from.centreY());
    place.setToIdentity();
    if (Frame.sharp(from, to)) {
      // Whole device pixels: an offset of half a pixel is invisible, a blur is not.
      double device = shown.get().frame.device;
      double left = Math.round((x - from.width() / 2) * device) / device;
      double top = Math.round((y - from.height() / 2) * device) / device;
      place.appendTranslation(left, top);
      return;
    }
    double zoom = to.pixelsPerMetre() / from.pixelsPerMetre();
    place.appendTranslation(x, y);
    place.appendRotation(-Math.toDegrees(to.turn() - from.turn()));
    place.appendScale(zoom, zoom);
    place.appendTranslation(-from.width() / 2, -from.height() / 2);
  }
}
