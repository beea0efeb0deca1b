package dev.hindsight.app.cli.film;

import dev.hindsight.trainer.scene.SketchSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/// Options for the size and settings of a picture, for every command that makes one.
public final class PictureOptions {
  @Option(
      names = "--width",
      paramLabel = "PX",
      defaultValue = "1280",
      description = "Default: 1280.")
  private int width;

  @Option(
      names = "--height",
      paramLabel = "PX",
      defaultValue = "720",
      description = "Default: 720.")
  private int height;

  @Option(
      names = "--look",
      paramLabel = "CHOICE=WAY",
      description =
          "An option of the recording's pictures, such as layer=2 or head=3 for a graph"
              + " policy's attention; may be repeated. A wrong name lists all options.")
  private Map<String, String> look = new LinkedHashMap<>();

  /// In pixels.
  public int width() {
    return width;
  }

  /// In pixels.
  public int height() {
    return height;
  }

  /// The chosen settings of the picture.
  public SketchSettings chosen() {
    return new SketchSettings(look);
  }
}
