package dev.hindsight.app.cli.film;

import dev.hindsight.app.HeadlessWindow;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.RangeOptions;
import dev.hindsight.app.recording.FilmPlan;
import dev.hindsight.app.recording.PairFilmPlan;
import dev.hindsight.inspector.compare.AlignmentRule;
import dev.hindsight.render.Palette;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.render.film.FrameRate;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.task.Job;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight film`: saves a recording, or part of it, as MP4, GIF or PNG.
@Command(
    name = "film",
    description = "Export a recording as MP4, GIF or PNG, chosen by the file extension.")
public final class FilmCommand extends CommandBase {
  @Parameters(index = "0", paramLabel = "FILE", description = "A rollout.")
  private Path file;

  @Parameters(
      index = "1",
      paramLabel = "OTHER",
      arity = "0..1",
      description = "Another recording to film with it: side by side, or with --ghosts.")
  private Optional<Path> other;

  @Option(
      names = "--side-by-side",
      description =
          "With OTHER: one in each half of the picture, with the same camera. The default.")
  private boolean sideBySide;

  @Option(
      names = "--arrangement",
      paramLabel = "PRESET|FILE",
      description = {
        "Film all panes as this layout docks them: Watch, Inspect, Train, Memory, Compare, or a",
        "layout file saved by the window."
      })
  private Optional<String> arrangement;

  @Option(
      names = "--ghosts",
      description = "With OTHER: draw its bodies as outlines over the first.")
  private boolean ghosts;

  @Option(
      names = "--align",
      paramLabel = "RULE",
      defaultValue = "tick",
      description = "With OTHER: which ticks belong together, as 'hindsight compare' has it.")
  private String align;

  @Option(
      names = "--out",
      paramLabel = "X.mp4",
      required = true,
      description = "The file to write.")
  private Path out;

  @Mixin private RangeOptions range;

  @Mixin private PictureOptions picture;

  @Option(names = "--fps", paramLabel = "F", description = "Frames per second. Default: real time.")
  private Optional<String> fps;

  @Option(
      names = "--whole-map",
      description = {
        "Show all of the map and every tick. Default: the agents that are on the map, until"
            + " the last of them has left, trial by trial."
      })
  private boolean wholeMap;

  @Option(
      names = "--follow",
      paramLabel = "AGENT",
      description = "Centre this agent until it leaves the map, then show the others.")
  private Optional<Integer> follow;

  @Option(
      names = "--agent",
      paramLabel = "AGENT",
      description = {
        "Select this agent and draw its goal and, for a graph policy, the neighbours it"
            + " attends to.",
        "Default: the agent that is followed."
      })
  private Optional<Integer> agent;

  @Option(
      names = "--heading-up",
      description = "With --follow: turn the map so that the agent heads up.")
  private boolean headingUp;

  @Option(names = "--light", description = "Dark on light instead of light on dark.")
  private boolean light;

  @Override
  public Integer call() throws Exception {
    FilmPlan plan =
        new FilmPlan(
            file,
            out,
            range.ticks(),
            picture.width(),
            picture.height(),
            fps.map(FrameRate::parse),
            camera(),
            agent,
            picture.chosen(),
            light ? Palette.LIGHT : Palette.DARK);
    FilmReport report = done(job(plan));
    console()
        .result(
            format(),
            new FilmJson(
                report.file().toString(),
                report.frames(),
                report.width(),
                report.height(),
                report.rate().toString(),
                report.bytes(),
                report.seconds()),
            words(report));
    return OK;
  }

  private record FilmJson(
      String film, long frames, int width, int height, String fps, long bytes, double seconds) {}

  /// Describes a film for a person.
  public static String words(FilmReport report) {
    return String.format(
        Locale.ROOT,
        "%s: %d frames of %d x %d at %s/s, %s",
        report.file(),
        report.frames(),
        report.width(),
        report.height(),
        report.rate(),
        NumberWords.bytes(report.bytes()));
  }

  private Job<FilmReport> job(FilmPlan plan) {
    if (arrangement.isPresent()) {
      return (progress, cancellation) ->
          HeadlessWindow.film(plan, other, arrangement.get(), progress, cancellation);
    }
    if (other.isEmpty()) {
      if (sideBySide || ghosts) {
        throw new Problem(
            "there is only one recording",
            sideBySide ? "--side-by-side" : "--ghosts",
            "name the other recording after it");
      }
      return plan;
    }
    PairFilmPlan.PairComposition pairComposition =
        ghosts && !sideBySide
            ? PairFilmPlan.PairComposition.OVERLAID
            : PairFilmPlan.PairComposition.SIDE_BY_SIDE;
    return new PairFilmPlan(plan, other.get(), AlignmentRule.parse(align), pairComposition);
  }

  private Camera camera() {
    if (wholeMap) {
      return new Camera.WholeMap();
    }
    Camera.Up up = headingUp ? Camera.Up.HEADING : Camera.Up.NORTH;
    return new Camera.Story(follow.orElse(Moment.NO_AGENT), FilmPlan.USUAL_SPAN, up);
  }
}
