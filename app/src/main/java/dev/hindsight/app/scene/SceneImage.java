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
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.CacheFolder;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Viewpoint;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.imageio.ImageIO;

/// Copies a scene to the clipboard as an image: the scene used last, at the cursor, with its camera
/// and in the size it has on the screen. The image also becomes a file in the cache, for programs
/// that do not paste images.
public final class SceneImage {
  /// The size without an open scene, in pixels.
  private static final int WIDTH = 1920;

  private static final int HEIGHT = 1080;

  private SceneImage() {}

  /// @param argb the pixels, `0xAARRGGBB`
  /// @param file empty if it could not be written
  private record Picture(int width, int height, int[] argb, Optional<Path> file) {}

  /// Draws the image in the background and puts it on the clipboard; reports it in a banner. FX
  /// thread.
  ///
  /// @param shown what the scene shows, in pixels of the screen; empty if it is not open
  public static void copy(WindowContext window, Document document, Optional<Viewpoint> shown) {
    ViewState view = document.view().state();
    Sketch sketch = view.view().sketch(document.sketch());
    Moment moment = document.moment();
    Palette palette = window.preferences().state().theme().palette();
    int width = shown.map(seen -> (int) Math.round(seen.width())).orElse(WIDTH);
    int height = shown.map(seen -> (int) Math.round(seen.height())).orElse(HEIGHT);
    Path file =
        CacheFolder.of("pictures").resolve(document.stem() + "-tick-" + moment.tick() + ".png");
    window
        .background()
        .startHidden(
            wording("SceneImage.copying_the_scene"),
            (_, _) -> {
              BufferedImage image =
                  new SceneRaster(sketch, palette)
                      .image(moment, view.overlays(), view.camera(), width, height);
              int[] argb = image.getRGB(0, 0, width, height, new int[width * height], 0, width);
              return new Picture(width, height, argb, written(image, file));
            },
            picture -> copied(window, picture));
  }

  private static void copied(WindowContext window, Picture picture) {
    SystemClipboard.copy(FxImages.image(picture.width(), picture.height(), picture.argb()));
    window.raiseNotice(
        new Notice.Success(
            wording("SceneImage.copied_the_scene_as_an_image"),
            wording("SceneImage.it_is_on_the_clipboard_by", picture.width(), picture.height()),
            picture.file()));
  }

  /// The clipboard matters more than the file: a full disk does not stop the copy.
  private static Optional<Path> written(BufferedImage image, Path file) {
    try {
      Files.createDirectories(file.resolveSibling(""));
      AtomicFile.write(file, out -> ImageIO.write(image, "png", out));
      return Optional.of(file);
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}
