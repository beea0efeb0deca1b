package dev.hindsight.app.scene;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.notices.Notice;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewState;
import dev.hindsight.app.workspace.WindowContext;
import dev.hindsight.inspector.live.FxImages;
import dev.hindsight.inspector.live.SystemClipboard;
import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.SceneRaster;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Sketch;
import java.awt.image.BufferedImage;
import java.util.Set;

/// Copies a scene to the clipboard as an image: the scene used last, at the cursor and with its
/// camera, at 1920 by 1080 pixels.
public final class SceneImage {
  static final int WIDTH = 1920;
  static final int HEIGHT = 1080;

  private SceneImage() {}

  /// Draws the image in the background and puts it on the clipboard; reports it in a banner. FX
  /// thread.
  public static void copy(WindowContext bench, Document document) {
    ViewState view = document.view().state();
    Sketch sketch = view.view().sketch(document.sketch());
    Moment moment = document.moment();
    Palette palette = bench.preferences().state().theme().palette();
    bench
        .background()
        .startHidden(
            wording("SceneImage.copying_the_scene"),
            (_, _) -> draw(sketch, moment, view.overlays(), view.camera(), palette),
            argb -> {
              SystemClipboard.copy(FxImages.image(WIDTH, HEIGHT, argb));
              bench.raiseNotice(
                  new Notice.Success(
                      wording("SceneImage.copied_the_scene_as_an_image"),
                      wording("SceneImage.it_is_on_the_clipboard_by", WIDTH, HEIGHT)));
            });
  }

  /// The pixels, `0xAARRGGBB`; on any thread.
  static int[] draw(
      Sketch sketch, Moment moment, Set<Overlay> overlays, Camera camera, Palette palette) {
    BufferedImage image =
        new SceneRaster(sketch, palette).image(moment, overlays, camera, WIDTH, HEIGHT);
    return image.getRGB(0, 0, WIDTH, HEIGHT, new int[WIDTH * HEIGHT], 0, WIDTH);
  }
}
