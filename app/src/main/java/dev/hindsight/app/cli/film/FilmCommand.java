package dev.hindsight.app.cli.film;

import static dev.hindsight.app.text.AppText.wording;

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

  @Option(names = "--side-by-side", descriptionKey = "FilmCommand.sideBySide")
  private boolean sideBySide;

  @Option(
      names = "--arrangement",
      paramLabel = "PRESET|FILE",
      descriptionKey = "FilmCommand.arrangement")
  private Optional<String> arrangement;

  @Option(names = "--ghosts", descriptionKey = "FilmCommand.ghosts")
  private boolean ghosts;

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

  @Option(names = "--whole-map", descriptionKey = "FilmCommand.wholeMap")
  private boolean wholeMap;

  @Option(names = "--follow", paramLabel = "AGENT", descriptionKey = "FilmCommand.follow")
  private Optional<Integer> follow;

  @Option(names = "--agent", paramLabel = "AGENT", descriptionKey = "FilmCommand.agent")
  private Optional<Integer> agent;

  @Option(names = "--heading-up", descriptionKey = "FilmCommand.headingUp")
  private boolean headingUp;

  @Option(names = "--look-back", descriptionKey = "FilmCommand.lookBack")
  private boolean lookBack;

  @Option(names = "--light", descriptionKey = "FilmCommand.light")
  private boolean light;

  @Override
  public Integer call() throws Exception {
    refuseContradictions();
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

  /// Refuses options of which one would be ignored.
  private void refuseContradictions() {
    if (lookBack && (arrangement.isPresent() || other.isPresent())) {
      throw new Problem(
          wording("FilmCommand.it_films_the_scene_of_one"),
          "--look-back",
          wording("FilmCommand.leave_out_the_layout_or_other"));
    }
    if (wholeMap && (follow.isPresent() || headingUp)) {
      throw new Problem(
          wording("FilmCommand.the_whole_map_follows_no_agent"),
          "--whole-map " + (follow.isPresent() ? "--follow" : "--heading-up"),
          wording("FilmCommand.leave_out_one_of_the_two"));
    }
    if (headingUp && follow.isEmpty()) {
      throw new Problem(
          wording("FilmCommand.no_agent_is_followed"),
          "--heading-up",
          wording("FilmCommand.add_follow"));
    }
    if (sideBySide && ghosts) {
      throw new Problem(
          wording("FilmCommand.these_are_two_ways_to_show"),
          "--side-by-side --ghosts",
          wording("FilmCommand.leave_out_one_of_the_two"));
    }
    Optional<String> ofTwo =
        sideBySide
            ? Optional.of("--side-by-side")
            : ghosts ? Optional.of("--ghosts") : align.map(_ -> "--align");
    if (ofTwo.isPresent() && other.isEmpty()) {
      throw new Problem(
          wording("FilmCommand.there_is_only_one_recording"),
          ofTwo.get(),
          wording("FilmCommand.name_the_other_recording_after_it"));
    }
    if (ofTwo.isPresent() && arrangement.isPresent()) {
      throw new Problem(
          wording("FilmCommand.the_layout_decides"),
          "--arrangement " + ofTwo.get(),
          wording("FilmCommand.leave_out_one_of_the_two"));
    }
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
        ghosts ? PairFilmPlan.PairComposition.OVERLAID : PairFilmPlan.PairComposition.SIDE_BY_SIDE;
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
