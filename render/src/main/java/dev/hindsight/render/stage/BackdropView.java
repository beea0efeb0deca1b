package dev.hindsight.render.stage;

import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.BackdropRaster;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.Optional;
import javafx.scene.Node;

/// Roads and ground as one image, rasterised in the background; if the camera has left it or made
/// it blurred, a new one is requested.
final class BackdropView {
  private final RasterView rasterView = new RasterView();
  private final RasterBuffers buffers = new RasterBuffers();
  private final BackdropRaster raster;
  private final LatestRequestWorker<RasterView.Frame, RasterView.DrawnImage> latestRequestWorker;
  private Optional<Viewpoint> wanted = Optional.empty();

  BackdropView(Scene scene, Palette palette, SceneThreads threads) {
    raster = new BackdropRaster(scene, palette);
    latestRequestWorker = new LatestRequestWorker<>(threads, this::draw, this::deliver);
  }

  Node node() {
    return rasterView.node();
  }

  void show(Viewpoint viewpoint, double device) {
    wanted = Optional.of(viewpoint);
    if (!rasterView.serves(viewpoint, device)) {
      latestRequestWorker.request(RasterView.Frame.around(viewpoint, device));
    }
    rasterView.place(viewpoint);
  }

  /// Runs in the background.
  private RasterView.DrawnImage draw(RasterView.Frame frame) {
    PixelImage image = buffers.next(frame);
    raster.draw(frame.viewpoint().scaled(frame.device()), image.pixels());
    return new RasterView.DrawnImage(frame, image);
  }

  private void deliver(RasterView.DrawnImage drawn) {
    rasterView.show(drawn);
    wanted.ifPresent(rasterView::place);
  }
}
