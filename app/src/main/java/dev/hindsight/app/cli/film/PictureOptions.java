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
      descriptionKey = "PictureOptions.width")
  private int width;

  @Option(
      names = "--height",
      paramLabel = "PX",
      defaultValue = "720",
      descriptionKey = "PictureOptions.height")
  private int height;

  @Option(names = "--look", paramLabel = "CHOICE=WAY", descriptionKey = "PictureOptions.look")
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
