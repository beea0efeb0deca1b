package dev.hindsight.render.stage;

import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.CrowdRaster;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.List;

/// Draws the marks of a crowd as one image, where the moment is prepared. A node for each of ten
/// thousand bodies would keep the FX thread busy for seconds; an image costs it nothing, and shows
/// the same picture. One owner thread.
final class CrowdLayer {
  /// More marks than this are a crowd: up to here nodes follow the camera sooner than an image.
  static final int MOST_NODES = 2500;

  private final CrowdRaster raster;
  private final RasterBuffers buffers = new RasterBuffers();

  CrowdLayer(Palette palette) {
    raster = new CrowdRaster(palette);
  }

  static boolean isCrowd(List<Mark> marks) {
    return marks.size() > MOST_NODES;
  }

  /// An image of the marks with a margin around what the viewpoint shows.
  RasterView.DrawnImage draw(List<Mark> marks, Viewpoint viewpoint, double device) {
    RasterView.Frame frame = RasterView.Frame.around(viewpoint, device);
    PixelImage image = buffers.next(frame);
    raster.draw(marks, frame.viewpoint(), device, image.pixels());
    return new RasterView.DrawnImage(frame, image);
  }
}
