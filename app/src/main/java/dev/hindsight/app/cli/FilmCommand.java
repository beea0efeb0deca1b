package dev.hindsight.app.cli;

import dev.hindsight.app.recording.FilmPlan;
import dev.hindsight.render.Palette;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.render.film.FrameRate;
import dev.hindsight.trainer.scene.Camera;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight film`: a recording, or part of it, as MP4, GIF or PNG.
@Command(
    name = "film",
    description = "Export a recording as MP4, GIF or PNG, by the ending of the file's name.")
final class FilmCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", description = "A rollout.")
  private Path file;

  @Option(names = "--out", paramLabel = "X.mp4", required = true, description = "The file to make.")
  private Path out;

  @Mixin private RangeOptions range;

  @Mixin private PictureOptions picture;

  @Option(
      names = "--fps",
      paramLabel = "F",
      description = "Frames per second. Default: as fast as it happened.")
  private Optional<String> fps;

  @Option(names = "--follow", paramLabel = "AGENT", description = "Keep this agent in the middle.")
  private Optional<Integer> follow;

  @Option(
      names = "--heading-up",
      description = "With --follow: turn the map so that the agent looks up.")
  private boolean headingUp;

  @Option(names = "--light", description = "Dark on light instead of light on dark.")
  private boolean light;

  @Override
  public Integer call() throws Exception {
    FilmPlan plan =
        new FilmPlan(
            file,
            out,
            range.from,
            range.to,
            picture.width,
            picture.height,
            fps.map(FrameRate::parse),
            camera(),
            light ? Palette.LIGHT : Palette.DARK);
    FilmReport report = done(plan);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("film", report.file().toString());
    fields.put("frames", report.frames());
    fields.put("width", report.width());
    fields.put("height", report.height());
    fields.put("fps", report.rate().toString());
    fields.put("bytes", report.bytes());
    fields.put("seconds", report.seconds());
    console().result(format(), fields, Results.words(report));
    return OK;
  }

  private Camera camera() {
    if (follow.isEmpty()) {
      return new Camera.WholeMap();
    }
    Camera.Up up = headingUp ? Camera.Up.HEADING : Camera.Up.NORTH;
    return new Camera.Follow(follow.get(), FilmPlan.FOLLOW_SPAN, up);
  }
}
