package dev.hindsight.app.cli.film;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.recording.FilmPlan;
import dev.hindsight.app.recording.FramePlan;
import dev.hindsight.render.Palette;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Overlay;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight frame`: saves one tick of a recording as a PNG, as the window's scene shows it.
@Command(name = "frame", description = "Export one tick of a recording as a PNG.")
public final class FrameCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", description = "A rollout.")
  private Path file;

  @Option(
      names = "--out",
      paramLabel = "X.png",
      required = true,
      description = "The file to write.")
  private Path out;

  @Option(names = "--tick", paramLabel = "TICK", required = true, description = "The tick.")
  private int tick;

  @Mixin private PictureOptions picture;

  @Option(names = "--agent", paramLabel = "AGENT", description = "Select this agent.")
  private Optional<Integer> agent;

  @Option(names = "--follow", description = "Centre the selected agent.")
  private boolean follow;

  @Option(names = "--heading-up", description = "Follow it and turn the map so that it heads up.")
  private boolean headingUp;

  @Option(
      names = "--eyes",
      description = "Draw only what the selected agent observes, in its own frame.")
  private boolean eyes;

  @Option(
      names = "--overlays",
      paramLabel = "NAME",
      split = ",",
      description = "One of ${COMPLETION-CANDIDATES}. Default: as in films.")
  private List<Overlay> overlays = List.of();

  @Option(names = "--light", description = "Dark on light instead of light on dark.")
  private boolean light;

  @Override
  public Integer call() throws Exception {
    FramePlan plan =
        new FramePlan(
            file,
            out,
            tick,
            picture.width(),
            picture.height(),
            agent.orElse(follow || headingUp || eyes ? 0 : Moment.NO_AGENT),
            camera(),
            eyes ? FramePlan.Perspective.EYES : FramePlan.Perspective.WORLD,
            overlays.isEmpty() ? Optional.empty() : Optional.of(EnumSet.copyOf(overlays)),
            picture.chosen(),
            light ? Palette.LIGHT : Palette.DARK);
    FilmReport report = done(plan);
    console()
        .result(
            format(),
            new FrameJson(
                report.file().toString(), tick, report.width(), report.height(), report.bytes()),
            report.file() + ": tick " + tick + ", " + report.width() + " x " + report.height());
    return OK;
  }

  private record FrameJson(String picture, int tick, int width, int height, long bytes) {}

  private Camera camera() {
    if (eyes || !(follow || headingUp)) {
      return new Camera.WholeMap();
    }
    Camera.Up up = headingUp ? Camera.Up.HEADING : Camera.Up.NORTH;
    return new Camera.Follow(agent.orElse(0), FilmPlan.USUAL_SPAN, up);
  }
}
