package dev.hindsight.render.stage;

import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.BackdropRaster;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.Viewpoint;
import java.awt.image.BufferedImage;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.image.ImageView;
import javafx.scene.transform.Affine;

/// Roads and ground as one image, rasterised in the background with a margin.
///
/// While the camera moves, the present image is moved, rotated and scaled with it, so that it is
/// always in place; if it is then blurred or too small, a new one is requested.
final class BackdropView {
  /// Margin around the picture, as a fraction of its side, and its maximum in pixels.
  private static final double MARGIN = 0.25;

  private static final double MOST_MARGIN = 320;

  /// Images in rotation: one shown, one that the render thread may still read, one to draw into.
  private static final int IMAGES = 3;

  private final ImageView view = new ImageView();
  private final Affine place = new Affine();
  private final BackdropRaster raster;
  private final LatestRequestWorker<BackdropRequest, DrawnBackdrop> latestRequestWorker;
  private final PixelImage[] images = new PixelImage[IMAGES];
  private int drawn;
  private Optional<DrawnBackdrop> shown = Optional.empty();
  private Optional<Viewpoint> wanted = Optional.empty();

  /// @param viewpoint in pixels, margin included
  /// @param device device pixels per pixel
  private record BackdropRequest(Viewpoint viewpoint, double device) {}

  private record DrawnBackdrop(BackdropRequest request, PixelImage image) {}

  BackdropView(Scene scene, Palette palette, SceneThreads threads) {
    raster = new BackdropRaster(scene, palette);
    latestRequestWorker = new LatestRequestWorker<>(threads, this::draw, this::deliver);
    view.setManaged(false);
    view.setMouseTransparent(true);
    view.getTransforms().add(place);
  }

  Node node() {
    return view;
  }

  void show(Viewpoint viewpoint, double device) {
    wanted = Optional.of(viewpoint);
    boolean fresh =
        shown
            .map(DrawnBackdrop::request)
            .filter(w -> w.device == device && sharp(w.viewpoint, viewpoint))
            .filter(w -> covers(w.viewpoint, viewpoint))
            .isPresent();
    if (!fresh) {
      double margin =
          Math.floor(
              Math.min(MOST_MARGIN, MARGIN * Math.max(viewpoint.width(), viewpoint.height())));
      Viewpoint larger =
          viewpoint.resized(viewpoint.width() + 2 * margin, viewpoint.height() + 2 * margin);
      latestRequestWorker.request(new BackdropRequest(larger, device));
    }
    place();
  }

  private static boolean sharp(Viewpoint picture, Viewpoint viewpoint) {
    return picture.pixelsPerMetre() == viewpoint.pixelsPerMetre()
        && picture.turn() == viewpoint.turn();
  }

  private static boolean covers(Viewpoint picture, Viewpoint viewpoint) {
    double dx = picture.pixelX(viewpoint.centreX(), viewpoint.centreY()) - picture.width() / 2;
    double dy = picture.pixelY(viewpoint.centreX(), viewpoint.centreY()) - picture.height() / 2;
    return Math.abs(dx) <= (picture.width() - viewpoint.width()) / 2
        && Math.abs(dy) <= (picture.height() - viewpoint.height()) / 2;
  }

  /// Runs in the background.
  private DrawnBackdrop draw(BackdropRequest backdropRequest) {
    Viewpoint pixels = backdropRequest.viewpoint.scaled(backdropRequest.device);
    int width = (int) Math.ceil(pixels.width());
    int height = (int) Math.ceil(pixels.height());
    int slot = drawn++ % IMAGES;
    PixelImage image = images[slot];
    if (image == null || image.width() != width || image.height() != height) {
      image = PixelImage.of(new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB_PRE));
      images[slot] = image;
    }
    raster.draw(pixels, image.pixels());
    return new DrawnBackdrop(backdropRequest, image);
  }

  private void deliver(DrawnBackdrop drawnBackdrop) {
    shown = Optional.of(drawnBackdrop);
    view.setImage(drawnBackdrop.image.updated());
    view.setFitWidth(drawnBackdrop.image.width() / drawnBackdrop.request.device);
    view.setFitHeight(drawnBackdrop.image.height() / drawnBackdrop.request.device);
    place();
  }

  /// Transforms the present image to the wanted viewpoint.
  private void place() {
    if (shown.isEmpty() || wanted.isEmpty()) {
      return;
    }
    Viewpoint from = shown.get().request.viewpoint;
    Viewpoint to = wanted.get();
    double x = to.pixelX(from.centreX(), from.centreY());
    double y = to.pixelY(from.centreX(), from.centreY());
    place.setToIdentity();
    if (sharp(from, to)) {
      // Whole device pixels: an offset of half a pixel is invisible, a blur is not.
      double device = shown.get().request.device;
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
