package dev.hindsight.app;

import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.recording.DemoPlan;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.CameraMode;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javafx.scene.image.PixelFormat;
import javax.imageio.ImageIO;

/// Pictures of the running window for the documentation: the welcome page, the demo and the radar
/// picture of fifty aircraft, dark and light, in several sizes. Records what they show each time,
/// which gives the same bytes every time. Once per process.
///
/// @param folder where to write the pictures
/// @param sizes of the window
record Screenshots(Path folder, List<Size> sizes) implements Job<List<Path>> {
  /// In the second trial, with some vehicles in limbo.
  private static final int TICK = 330;

  private static final int AGENT = 5;

  /// When most aircraft are over the sector.
  private static final int RADAR_TICK = 40;

  /// A window still changes after so many pictures if something in it moves by itself.
  private static final int MOST_PICTURES = 10;

  /// The size of the window's content, in pixels.
  record Size(int width, int height) {}

  @Override
  public List<Path> run(Progress progress, Cancellation cancellation) throws IOException {
    Files.createDirectories(folder);
    List<Path> made = new ArrayList<>();
    try (TemporaryFolder temporary = new TemporaryFolder("screenshots")) {
      Path demo =
          DemoPlan.into(temporary.path(), DemoPlan.SCRIPTED).run(progress, cancellation).file();
      Path sky =
          DemoPlan.airspace(temporary.path(), DemoPlan.CONTROLLER)
              .writing(temporary.path().resolve("airspace.rollout"))
              .run(progress, cancellation)
              .file();
      OffscreenWindow.start();
      for (Theme theme : Theme.values()) {
        for (Size size : sizes) {
          cancellation.throwIfCancelled();
          take(demo, sky, theme, size, made);
        }
      }
    }
    return List.copyOf(made);
  }

  private void take(Path demo, Path sky, Theme theme, Size size, List<Path> made)
      throws IOException {
    Preferences remembered = new Preferences(theme, WindowSize.INITIAL, List.of());
    try (OffscreenWindow studio = new OffscreenWindow(remembered, size.width, size.height)) {
      studio.picture();
      studio.settle();
      made.add(save(studio, folder, "welcome", theme, size));
      Document document = look(studio, demo, TICK, AGENT);
      made.add(save(studio, folder, "recording", theme, size));
      OffscreenWindow.onFx(() -> {
        document.view().send(new ViewCommand.SetCameraMode(CameraMode.HEADING_UP));
        return true;
      });
      made.add(save(studio, folder, "heading-up", theme, size));
      Document radar = look(studio, sky, RADAR_TICK, DemoPlan.WATCHED);
      OffscreenWindow.onFx(() -> {
        Layout layout = PaneKinds.fitting(LayoutPreset.MEMORY.layout(), radar.rollout().manifest());
        radar.layout().send(new LayoutCommand.Arrange(layout.root()));
        return true;
      });
      made.add(save(studio, folder, "radar", theme, size));
    }
  }

  private static Document look(OffscreenWindow offscreenWindow, Path file, int tick, int agent)
      throws IOException {
    Document document = offscreenWindow.open(file);
    OffscreenWindow.onFx(() -> {
      document.timeline().send(new TimelineCommand.Seek(tick));
      document.view().send(new ViewCommand.Select(agent));
      return true;
    });
    return document;
  }

  /// Saves a picture of a window once everything in it has settled.
  ///
  /// @param what the beginning of the file's name
  static Path save(
      OffscreenWindow offscreenWindow, Path folder, String what, Theme theme, Size size)
      throws IOException {
    offscreenWindow.settle();
    int[] pixels = pixels(offscreenWindow, size);
    int[] before = new int[0];
    // What one picture makes visible may start a job, whose result may start another.
    for (int i = 0; i < MOST_PICTURES && !Arrays.equals(before, pixels); i++) {
      before = pixels;
      offscreenWindow.settle();
      pixels = pixels(offscreenWindow, size);
    }
    BufferedImage image = new BufferedImage(size.width, size.height, BufferedImage.TYPE_INT_RGB);
    image.setRGB(0, 0, size.width, size.height, pixels, 0, size.width);
    String name = theme.name().toLowerCase(Locale.ROOT);
    Path file = folder.resolve(what + "-" + name + "-" + size.width + "x" + size.height + ".png");
    AtomicFile.write(file, out -> ImageIO.write(image, "png", out));
    return file;
  }

  private static int[] pixels(OffscreenWindow offscreenWindow, Size size) {
    int[] pixels = new int[size.width * size.height];
    offscreenWindow
        .picture()
        .getPixelReader()
        .getPixels(
            0, 0, size.width, size.height, PixelFormat.getIntArgbInstance(), pixels, 0, size.width);
    return pixels;
  }
}
