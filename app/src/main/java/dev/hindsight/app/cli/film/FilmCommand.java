package dev.hindsight.app.cli.film;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.HeadlessWindow;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.ExcludesOption;
import dev.hindsight.app.cli.console.NeedsOption;
import dev.hindsight.app.cli.console.RangeOptions;
import dev.hindsight.app.recording.FilmPlan;
import dev.hindsight.app.recording.PairFilmPlan;
import dev.hindsight.inspector.compare.AlignmentRule;
import dev.hindsight.render.Palette;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.render.film.FrameRate;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.RecordedEvents;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.task.Job;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight film`: saves a recording, or part of it, as MP4, GIF or PNG.
@Command(name = "film")
public final class FilmCommand extends CommandBase {
  @Parameters(index = "0", paramLabel = "FILE", descriptionKey = "FilmCommand.file")
  private Path file;

  @Parameters(
      index = "1",
      paramLabel = "OTHER",
      arity = "0..1",
      descriptionKey = "FilmCommand.other")
  private Optional<Path> other;

  @ExcludesOption(value = "--ghosts", whyKey = "FilmCommand.these_are_two_ways_to_show")
  @NeedsOption(value = "OTHER", whyKey = "FilmCommand.there_is_only_one_recording")
  @Option(names = "--side-by-side", descriptionKey = "FilmCommand.sideBySide")
  private boolean sideBySide;

  @ExcludesOption(
      value = {"--side-by-side", "--ghosts", "--align"},
      whyKey = "FilmCommand.the_layout_decides")
  @Option(
      names = "--arrangement",
      paramLabel = "PRESET|FILE",
      descriptionKey = "FilmCommand.arrangement")
  private Optional<String> arrangement;

  @NeedsOption(value = "OTHER", whyKey = "FilmCommand.there_is_only_one_recording")
  @Option(names = "--ghosts", descriptionKey = "FilmCommand.ghosts")
  private boolean ghosts;

  @NeedsOption(value = "OTHER", whyKey = "FilmCommand.there_is_only_one_recording")
  @Option(names = "--align", paramLabel = "RULE", descriptionKey = "FilmCommand.align")
  private Optional<String> align;

  @Option(
      names = "--out",
      paramLabel = "X.mp4",
      required = true,
      descriptionKey = "FilmCommand.out")
  private Path out;

  @Mixin private RangeOptions range;

  @Mixin private PictureOptions picture;

  @Option(names = "--fps", paramLabel = "F", descriptionKey = "FilmCommand.fps")
  private Optional<String> fps;

  @ExcludesOption(
      value = {"--follow", "--heading-up"},
      whyKey = "FilmCommand.the_whole_map_follows_no_agent")
  @Option(names = "--whole-map", descriptionKey = "FilmCommand.wholeMap")
  private boolean wholeMap;

  @Option(names = "--follow", paramLabel = "AGENT", descriptionKey = "FilmCommand.follow")
  private Optional<Integer> follow;

  @Option(names = "--agent", paramLabel = "AGENT", descriptionKey = "FilmCommand.agent")
  private Optional<Integer> agent;

  @NeedsOption(value = "--follow", whyKey = "FilmCommand.no_agent_is_followed")
  @Option(names = "--heading-up", descriptionKey = "FilmCommand.headingUp")
  private boolean headingUp;

  @ExcludesOption(
      value = {"--arrangement", "OTHER"},
      whyKey = "FilmCommand.it_films_the_scene_of_one")
  @Option(names = "--look-back", descriptionKey = "FilmCommand.lookBack")
  private boolean lookBack;

  @Option(names = "--light", descriptionKey = "FilmCommand.light")
  private boolean light;

  @Override
  public Integer call() throws Exception {
    CameraCheck.check(camera(), file);
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
            light ? Palette.LIGHT : Palette.DARK,
            lookBack);
    noted(file);
    other.ifPresent(this::noted);
    FilmReport report = done(job(plan));
    result(
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
    return wording(
        "FilmCommand.frames_of_x_at_s",
        report.file(),
        report.frames(),
        report.width(),
        report.height(),
        report.rate().words(),
        NumberWords.bytes(report.bytes()));
  }

  private Job<FilmReport> job(FilmPlan plan) {
    if (arrangement.isPresent()) {
      return (progress, cancellation) ->
          HeadlessWindow.film(plan, other, arrangement.get(), progress, cancellation);
    }
    if (other.isEmpty()) {
      return plan;
    }
    PairFilmPlan.PairComposition pairComposition =
        sideBySide || !ghosts
            ? PairFilmPlan.PairComposition.SIDE_BY_SIDE
            : PairFilmPlan.PairComposition.OVERLAID;
    return new PairFilmPlan(
        plan, other.get(), AlignmentRule.parse(align.orElse("tick"), events()), pairComposition);
  }

  /// The events that the recording can hold.
  private List<EventKind> events() {
    try (Rollout rollout = RecordingOpener.open(file)) {
      return RecordedEvents.of(rollout).all();
    }
  }

  private Camera camera() {
    if (wholeMap) {
      return new Camera.WholeMap();
    }
    Camera.Up up = headingUp ? Camera.Up.HEADING : Camera.Up.NORTH;
    return new Camera.Story(follow.orElse(Moment.NO_AGENT), FilmPlan.USUAL_SPAN, up);
  }
}
