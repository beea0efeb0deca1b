package dev.hindsight.render.raster;

import dev.hindsight.render.Palette;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import dev.hindsight.trainer.env.drive.picture.DriveSketch;
import dev.hindsight.trainer.env.drive.picture.GridTown;
import dev.hindsight.trainer.env.drive.picture.LoggedTraffic;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Overlay;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import javax.imageio.ImageIO;

/// Draws pictures for inspection: `Gallery [MAP] [FOLDER]` draws one recording in every style.
public final class SceneGallery {
  private static final Set<Overlay> ALL = EnumSet.allOf(Overlay.class);
  private static final Set<Overlay> USUAL =
      EnumSet.of(Overlay.GOALS, Overlay.TRAILS, Overlay.CAPTION, Overlay.METRICS);

  private SceneGallery() {}

  /// @param arguments a map, and where pictures go
  public static void main(String[] arguments) throws IOException {
    Rollout rollout =
        LoggedTraffic.of(
            arguments.length > 0 && !arguments[0].isEmpty()
                ? DriveMaps.read(Path.of(arguments[0]))
                : GridTown.map(5, 64),
            4,
            6);
    Path folder = Path.of(arguments.length > 1 ? arguments[1] : "target/gallery");
    Files.createDirectories(folder);
    Camera follow = new Camera.Follow(7, 90, Camera.Up.NORTH);
    Camera ahead = new Camera.Follow(7, 60, Camera.Up.HEADING);
    Camera near = new Camera.Follow(3, 28, Camera.Up.NORTH);
    for (Palette palette : new Palette[] {Palette.DARK, Palette.LIGHT}) {
      SceneRaster raster = new SceneRaster(new DriveSketch(), palette);
      String name = palette.name();
      Moment late = new Moment(rollout, rollout.ticks() * 3 / 8 + 40, 7);
      Moment crash = new Moment(rollout, rollout.ticks() / 4 + 40, 4);
      save(raster.image(late, USUAL, new Camera.WholeMap(), 1280, 800), folder, name + "-map");
      save(raster.image(late, ALL, new Camera.WholeMap(), 1920, 1080), folder, name + "-map-all");
      save(raster.image(late, USUAL, follow, 1280, 800), folder, name + "-follow");
      save(raster.image(late, ALL, ahead, 1920, 1080), folder, name + "-heading-all");
      save(raster.image(crash, USUAL, near, 1280, 800), folder, name + "-crash");
    }
  }

  private static void save(BufferedImage image, Path folder, String name) throws IOException {
    ImageIO.write(image, "png", folder.resolve(name + ".png").toFile());
  }
}
