package dev.hindsight.app.recording;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.inspector.lookback.LookBackSketch;
import dev.hindsight.inspector.lookback.LookBackTicks;
import dev.hindsight.render.Palette;
import dev.hindsight.render.film.BuiltInExporters;
import dev.hindsight.render.film.ExportRequest;
import dev.hindsight.render.film.Exporter;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.render.film.FrameRate;
import dev.hindsight.render.film.FrameSource;
import dev.hindsight.render.film.SceneFrames;
import dev.hindsight.render.film.Shot;
import dev.hindsight.render.film.StoryTicks;
import dev.hindsight.trainer.OutputFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.SceneDefaults;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.SketchSettings;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What to film, as the user specified it. Opens and checks nothing until it runs.
///
/// @param rollout the recording
/// @param out the file to write; its extension selects the exporter
/// @param ticks the ticks to film
/// @param width in pixels
/// @param height in pixels
/// @param rate frames per second; if empty, real time, 1/dt
/// @param camera the camera
/// @param agent the selected agent; if empty, the one the camera follows, if any
/// @param chosen settings of the recording's sketch
/// @param palette its colours
/// @param lookBack whether to draw what the selected agent's policy looks back at
public record FilmPlan(
    Path rollout,
    Path out,
    RequestedTicks ticks,
    int width,
    int height,
    Optional<FrameRate> rate,
    Camera camera,
    Optional<Integer> agent,
    SketchSettings chosen,
    Palette palette,
    boolean lookBack)
    implements Job<FilmReport> {
  /// Stands for the usual width in metres of a following camera in the recorded world.
  public static final double USUAL_SPAN = 0;

  /// The camera that shows the action.
  public static final Camera STORY = new Camera.Story(Moment.NO_AGENT, USUAL_SPAN, Camera.Up.NORTH);

  /// A film of the whole recording by that camera, at 1280 x 720.
  public static FilmPlan whole(Path rollout, Path out) {
    return new FilmPlan(
        rollout,
        out,
        RequestedTicks.ALL,
        1280,
        720,
        Optional.empty(),
        STORY,
        Optional.empty(),
        SketchSettings.NOTHING,
        Palette.DARK,
        false);
  }

  /// The same with another camera.
  public FilmPlan seenBy(Camera other) {
    return new FilmPlan(
        rollout, out, ticks, width, height, rate, other, agent, chosen, palette, lookBack);
  }

  /// The same with an agent selected.
  public FilmPlan selecting(int selected) {
    return new FilmPlan(
        rollout,
        out,
        ticks,
        width,
        height,
        rate,
        camera,
        Optional.of(selected),
        chosen,
        palette,
        lookBack);
  }

  /// The same with settings of the recording's sketch.
  public FilmPlan choosing(SketchSettings settings) {
    return new FilmPlan(
        rollout, out, ticks, width, height, rate, camera, agent, settings, palette, lookBack);
  }

  /// The same with what the selected agent's policy looks back at.
  public FilmPlan lookingBack() {
    return new FilmPlan(
        rollout, out, ticks, width, height, rate, camera, agent, chosen, palette, true);
  }

  /// Opens, checks and films, on the calling thread.
  ///
  /// @throws Problem naming what is invalid; leaves no file then
  @Override
  public FilmReport run(Progress progress, Cancellation cancellation) throws Exception {
    try (Rollout opened = RecordingOpener.open(rollout)) {
      return export(frames(opened, progress, cancellation), opened, progress, cancellation);
    }
  }

  /// Writes frames of a recording according to this plan.
  public FilmReport export(
      FrameSource frames, Rollout opened, Progress progress, Cancellation cancellation)
      throws Exception {
    OutputFile.spares(out, List.of(rollout, opened.file()));
    return exporter()
        .export(frames, new ExportRequest(out, width, height, rate(opened)))
        .run(progress, cancellation);
  }

  private FrameRate rate(Rollout opened) {
    return rate.orElseGet(() -> FrameRate.lapse(opened.manifest().tickSeconds()));
  }

  /// The frames of this plan, from an open recording. A film of a whole recording by a camera that
  /// shows the action leaves out empty stretches of the map.
  ///
  /// @throws Problem if the recording lacks the ticks or the agent, or its sketch lacks the choice
  public SceneFrames frames(Rollout opened) {
    return frames(opened, BuiltInEnvironments.sketchOf(opened));
  }

  private SceneFrames frames(Rollout opened, Progress progress, Cancellation cancellation) {
    Sketch sketch = BuiltInEnvironments.sketchOf(opened);
    if (!lookBack) {
      return frames(opened, sketch);
    }
    LookBackTicks looks =
        LookBackTicks.of(opened, selected(), Optional.empty(), progress, cancellation);
    return frames(opened, new LookBackSketch(sketch, looks));
  }

  private SceneFrames frames(Rollout opened, Sketch sketch) {
    chosen.check(sketch.choices(opened), rollout.toString());
    Span asked = ticks.in(opened);
    int[] shown =
        ticks.equals(RequestedTicks.ALL) && camera instanceof Camera.Story
            ? StoryTicks.of(opened, asked, rate(opened))
            : IntStream.range(asked.from(), asked.to()).toArray();
    return new SceneFrames(opened, shown, shot(opened), sketch.choosing(chosen), palette);
  }

  /// The shot: the default view of such a recording, with metrics.
  Shot shot(Rollout opened) {
    SceneDefaults sceneDefaults = BuiltInEnvironments.sketchOf(opened).sceneDefaults();
    return new Shot(camera.asNearAs(sceneDefaults.span()), sceneDefaults.filmed(), selected());
  }

  /// The selected agent; looking back needs one, by default the first.
  private int selected() {
    int selected = agent.orElse(camera.followed());
    return lookBack && selected == Moment.NO_AGENT ? 0 : selected;
  }

  private Exporter exporter() {
    String name = String.valueOf(out.getFileName());
    int dot = name.lastIndexOf('.');
    String ending = name.substring(dot + 1).toLowerCase(Locale.ROOT);
    return BuiltInExporters.all().stream()
        .filter(e -> e.extension().equals(ending))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                dot < 0
                    ? wording("FilmPlan.its_name_has_no_ending")
                    : wording("FilmPlan.cannot_export_to", ending),
                out.toString(),
                wording(
                    "FilmPlan.name_it",
                    BuiltInExporters.all().stream()
                        .map(exporter -> "." + exporter.extension())
                        .distinct()
                        .collect(Collectors.joining(", ")))));
  }
}
