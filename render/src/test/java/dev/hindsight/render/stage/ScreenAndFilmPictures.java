package dev.hindsight.render.stage;

import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.SceneRaster;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Sketch;
import java.awt.image.BufferedImage;
import java.util.EnumSet;
import java.util.Set;
import javafx.scene.Scene;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;

/// The same moment in the window and in a film.
final class ScreenAndFilmPictures {
  static final int WIDTH = 640;
  static final int HEIGHT = 400;

  private static final Set<Overlay> ALL = EnumSet.allOf(Overlay.class);

  private ScreenAndFilmPictures() {}

  /// By JavaFX, on the headless platform.
  static BufferedImage screen(Moment moment, Sketch sketch, Camera camera, Palette palette)
      throws Exception {
    return screenAfterMoving(moment, sketch, camera, camera, palette);
  }

  /// By JavaFX, after the camera has been moved and the colours have changed.
  static BufferedImage screenAfterMoving(
      Moment moment, Sketch sketch, Camera before, Camera camera, Palette palette)
      throws Exception {
    return HeadlessToolkit.onFx(() -> {
      SceneView stage = new SceneView(SceneThreads.immediate(), palette);
      Scene window = new Scene(stage, WIDTH, HEIGHT);
      stage.resize(WIDTH, HEIGHT);
      stage.show(moment, sketch, ALL, before);
      if (!camera.equals(before)) {
        stage.repaint(palette.equals(Palette.DARK) ? Palette.LIGHT : Palette.DARK);
        stage.move(camera);
        stage.repaint(palette);
      }
      WritableImage shot = window.snapshot(new WritableImage(WIDTH, HEIGHT));
      int[] pixels = new int[WIDTH * HEIGHT];
      shot.getPixelReader()
          .getPixels(0, 0, WIDTH, HEIGHT, PixelFormat.getIntArgbInstance(), pixels, 0, WIDTH);
      BufferedImage image = SceneRaster.canvas(WIDTH, HEIGHT);
      image.setRGB(0, 0, WIDTH, HEIGHT, pixels, 0, WIDTH);
      return image;
    });
  }

  /// By Java2D.
  static BufferedImage film(Moment moment, Sketch sketch, Camera camera, Palette palette) {
    return new SceneRaster(sketch, palette).image(moment, ALL, camera, WIDTH, HEIGHT);
  }
}
