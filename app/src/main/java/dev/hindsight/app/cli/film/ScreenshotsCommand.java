package dev.hindsight.app.cli.film;

import dev.hindsight.app.HeadlessWindow;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.recording.SamplePictures;
import dev.hindsight.app.recording.Samples;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight screenshots`: takes the pictures in `docs/images` from the running window.
@Command(
    name = "screenshots",
    hidden = true,
    description = "Make the screenshots of the documentation, without a display.")
public final class ScreenshotsCommand extends CommandBase {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "docs/images",
      description = "Folder for the images. Default: docs/images.")
  private Path folder;

  @Option(
      names = "--size",
      paramLabel = "WxH",
      split = ",",
      defaultValue = "1280x800,1920x1080",
      description = "Window sizes. Default: 1280x800,1920x1080.")
  private List<String> sizes;

  @Option(names = "--samples", description = "Draw the images of the sample cards instead.")
  private boolean samples;

  @Option(names = "--layouts", description = "Draw every shipped layout instead.")
  private boolean layouts;

  @Option(
      names = "--text",
      paramLabel = "PERCENT",
      defaultValue = "100",
      description = "Text size for --layouts, per cent. Default: 100.")
  private int fontPercent;

  @Override
  public Integer call() throws Exception {
    List<Path> files =
        samples
            ? cards()
            : layouts
                ? HeadlessWindow.layouts(folder, sizes, fontPercent)
                : HeadlessWindow.screenshots(folder, sizes);
    List<String> names = files.stream().map(Path::toString).toList();
    console().result(format(), new FilesJson(names), String.join("\n", names));
    return OK;
  }

  private record FilesJson(List<String> files) {}

  private List<Path> cards() throws Exception {
    return done(new SamplePictures(Samples.ALL, folder));
  }
}
