package dev.hindsight.app.cli.film;

import dev.hindsight.app.HeadlessWindow;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.ExcludesOption;
import dev.hindsight.app.cli.console.NeedsOption;
import dev.hindsight.app.recording.SamplePictures;
import dev.hindsight.app.recording.Samples;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight screenshots`: takes the pictures in `docs/images` from the running window.
@Command(name = "screenshots", hidden = true)
public final class ScreenshotsCommand extends CommandBase {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "docs/images",
      descriptionKey = "ScreenshotsCommand.folder")
  private Path folder;

  @Option(
      names = "--size",
      paramLabel = "WxH",
      split = ",",
      defaultValue = "1280x800,1920x1080",
      descriptionKey = "ScreenshotsCommand.sizes")
  private List<String> sizes;

  @ExcludesOption({"--layouts", "--size", "--text"})
  @Option(names = "--samples", descriptionKey = "ScreenshotsCommand.samples")
  private boolean samples;

  @Option(names = "--layouts", descriptionKey = "ScreenshotsCommand.layouts")
  private boolean layouts;

  @NeedsOption("--layouts")
  @Option(
      names = "--text",
      paramLabel = "PERCENT",
      defaultValue = "100",
      descriptionKey = "ScreenshotsCommand.fontPercent")
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
