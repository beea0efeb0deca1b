package dev.hindsight.render.raster;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.outcome.RunningCounts;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Captions;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Viewpoint;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Draws a recording at a moment into an image: the same picture as on the screen, without a
/// screen.
///
/// The picture is a function of (recording, moment, overlays, camera, size): earlier pictures
/// affect the speed but not the result. One owner thread; create one per thread.
public final class SceneRaster {
  private final Sketch sketch;
  private final Palette palette;
  private final MarkPainter painter;
  private final PlateLayout plateLayout;
  private Optional<RecordingCache> known = Optional.empty();
  private Optional<BackdropImage> layer = Optional.empty();

  /// Cached results per recording.
  private record RecordingCache(
      Rollout rollout, Scene backdrop, BackdropRaster raster, RunningCounts counts) {}

  /// The backdrop as last drawn.
  private record BackdropImage(Viewpoint viewpoint, BufferedImage image) {}

  /// @param sketch draws recordings of this environment
  public SceneRaster(Sketch sketch, Palette palette) {
    this.sketch = sketch;
    this.palette = palette;
    this.painter = new MarkPainter(palette);
    this.plateLayout = new PlateLayout(palette);
  }

  /// An image in the format that [#draw] fills fastest and encoders accept: blue, green, red bytes.
  public static BufferedImage canvas(int width, int height) {
    return new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
  }

  /// Overwrites the whole image.
  public void draw(Moment moment, Set<Overlay> overlays, Camera camera, BufferedImage target) {
    RecordingCache recording = known(moment.rollout());
    Viewpoint viewpoint =
        Viewpoint.of(
            camera, recording.backdrop.bounds(), moment, target.getWidth(), target.getHeight());
    Graphics2D g = target.createGraphics();
    try {
      drawBackdrop(g, recording, viewpoint, target.getType());
      Brush.prepare(g);
      Captions captions =
          Captions.of(moment, overlays, recording.counts)
              .under(sketch.legend(moment, overlays))
              .seenBy(camera, moment, recording.counts);
      List<PlateLayout.PlacedPlate> over =
          plateLayout.of(captions, recording.backdrop.unit(), viewpoint, 1, 1);
      painter.draw(g, sketch.at(moment, overlays), viewpoint, over);
      for (PlateLayout.PlacedPlate placedPlate : over) {
        g.drawImage(placedPlate.sprite().image(), placedPlate.x(), placedPlate.y(), null);
      }
    } finally {
      g.dispose();
    }
  }

  /// Draws into a new image of this size.
  public BufferedImage image(
      Moment moment, Set<Overlay> overlays, Camera camera, int width, int height) {
    BufferedImage image = canvas(width, height);
    draw(moment, overlays, camera, image);
    return image;
  }

  private RecordingCache known(Rollout rollout) {
    if (known.isEmpty() || !known.get().rollout.equals(rollout)) {
      Scene backdrop = sketch.backdrop(rollout);
      known =
          Optional.of(
              new RecordingCache(
                  rollout,
                  backdrop,
                  new BackdropRaster(backdrop, palette),
                  new RunningCounts(rollout)));
      layer = Optional.empty();
    }
    return known.orElseThrow();
  }

  /// Draws the backdrop: a copy if the camera stands still, otherwise what it shows.
  private void drawBackdrop(Graphics2D g, RecordingCache recording, Viewpoint viewpoint, int type) {
    boolean kept =
        layer.isPresent()
            && layer.get().viewpoint.equals(viewpoint)
            && layer.get().image.getType() == type;
    if (!kept) {
      int width = (int) viewpoint.width();
      int height = (int) viewpoint.height();
      BufferedImage image =
          layer
              .map(BackdropImage::image)
              .filter(i -> i.getWidth() == width && i.getHeight() == height && i.getType() == type)
              .orElseGet(() -> new BufferedImage(width, height, type));
      recording.raster.draw(viewpoint, image);
      layer = Optional.of(new BackdropImage(viewpoint, image));
    }
    g.drawImage(layer.orElseThrow().image, 0, 0, null);
  }
}
