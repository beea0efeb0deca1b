package dev.hindsight.app.recording;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.render.Palette;
import dev.hindsight.render.film.BuiltInExporters;
import dev.hindsight.render.film.ExportRequest;
import dev.hindsight.render.film.Exporter;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.render.film.FrameRate;
import dev.hindsight.render.film.SceneFrames;
import dev.hindsight.render.film.Shot;
import dev.hindsight.trainer.OutputFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Overlay;
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
import java.util.Set;

/// A picture to make of one tick. Opens and checks nothing until it runs.
///
/// @param rollout the recording
/// @param out the PNG to write
/// @param tick the tick
/// @param width in pixels
/// @param height in pixels
/// @param agent the selected agent, or [dev.hindsight.trainer.rollout.Moment#NO_AGENT]
/// @param camera the camera
/// @param lens the perspective
/// @param overlays the visible overlays; if empty, those of films
/// @param chosen settings of the recording's sketch
/// @param palette its colours
public record FramePlan(
    Path rollout,
    Path out,
    int tick,
    int width,
    int height,
    int agent,
    Camera camera,
    Perspective lens,
    Optional<Set<Overlay>> overlays,
    SketchSettings chosen,
    Palette palette)
    implements Job<FilmReport> {
  /// The perspective of the picture.
  public enum Perspective {
    /// Everything the recording holds.
    WORLD,
    /// What the selected agent observes.
    EYES
  }

  /// Copies the set.
  public FramePlan {
    overlays = overlays.map(Set::copyOf);
  }

  /// Opens, checks and draws, on the calling thread.
  ///
  /// @throws Problem naming what is invalid; leaves no file then
  @Override
  public FilmReport run(Progress progress, Cancellation cancellation) throws Exception {
    String name = String.valueOf(out.getFileName());
    Exporter png = BuiltInExporters.named("png");
    if (!name.toLowerCase(Locale.ROOT).endsWith("." + png.extension())) {
      throw new Problem(
          wording("FramePlan.a_frame_is_a_png"), out.toString(), wording("FramePlan.name_it_png"));
    }
    try (Rollout opened = RecordingOpener.open(rollout)) {
      OutputFile.spares(out, List.of(rollout, opened.file()));
      Sketch drawn = sketch(opened);
      SceneDefaults sceneDefaults = drawn.sceneDefaults();
      Shot shot =
          new Shot(
              camera.asNearAs(sceneDefaults.span()),
              overlays.orElseGet(sceneDefaults::filmed),
              agent);
      SceneFrames frame =
          new SceneFrames(opened, RequestedTicks.of(tick).in(opened), shot, drawn, palette);
      FrameRate rate = FrameRate.ofTick(opened.manifest().tickSeconds());
      return png.export(frame, new ExportRequest(out, width, height, rate))
          .run(progress, cancellation);
    }
  }

  private Sketch sketch(Rollout opened) {
    Sketch usual = BuiltInEnvironments.sketchOf(opened);
    chosen.check(usual.choices(opened), rollout.toString());
    Sketch world = usual.choosing(chosen);
    return switch (lens) {
      case WORLD -> world;
      case EYES ->
          world
              .asObserved()
              .orElseThrow(() ->
                  new Problem(
                      wording("FramePlan.hindsight_cannot_draw_this_environments"),
                      rollout.toString(),
                      wording("FramePlan.leave_out_eyes")));
    };
  }
}
