package dev.hindsight.app.recording;

import dev.hindsight.inspector.compare.AgentPairs;
import dev.hindsight.inspector.compare.Aligner;
import dev.hindsight.inspector.compare.AlignmentRule;
import dev.hindsight.inspector.compare.PairFrames;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.render.film.FrameSource;
import dev.hindsight.render.film.Shot;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/// A film of two recordings together. Opens and checks nothing until it runs.
///
/// @param film what to film of the first recording, and how
/// @param other the other recording
/// @param rule pairs their ticks
/// @param together how the two share the picture
public record PairFilmPlan(FilmPlan film, Path other, AlignmentRule rule, PairComposition together)
    implements Job<FilmReport> {
  /// How two recordings share a picture.
  public enum PairComposition {
    /// Each in one half.
    SIDE_BY_SIDE,
    /// The second as outlines.
    OVERLAID
  }

  /// Opens, checks and films, on the calling thread.
  ///
  /// @throws dev.hindsight.trainer.Problem naming what is invalid; leaves no file then
  @Override
  public FilmReport run(Progress progress, Cancellation cancellation) throws Exception {
    try (Rollout one = RecordingOpener.open(film.rollout());
        Rollout second = RecordingOpener.open(other)) {
      AgentPairs agents = AgentPairs.of(one, second);
      PairFrames both =
          new PairFrames(
                  one,
                  second,
                  BuiltInEnvironments.sketchOf(one),
                  BuiltInEnvironments.sketchOf(second),
                  Aligner.align(rule, one, second, agents, cancellation),
                  agents)
              .choosing(film.chosen());
      film.chosen().check(both.sketch().choices(one), film.rollout().toString());
      return film.export(frames(both, one), one, progress, cancellation);
    }
  }

  private FrameSource frames(PairFrames both, Rollout one) {
    Shot shot = film.shot(one);
    return switch (together) {
      case SIDE_BY_SIDE -> both.sideBySide(film.ticks().in(one), shot, film.palette());
      case OVERLAID -> {
        Set<Overlay> overlays = EnumSet.of(Overlay.GHOSTS);
        overlays.addAll(shot.overlays());
        yield both.overlaid(
            film.ticks().in(one), new Shot(shot.camera(), overlays, shot.agent()), film.palette());
      }
    };
  }
}
