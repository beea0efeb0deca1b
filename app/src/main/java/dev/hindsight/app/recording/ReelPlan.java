package dev.hindsight.app.recording;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.inspector.moment.RankedMoment;
import dev.hindsight.render.film.FilmReport;
import dev.hindsight.render.film.FrameRate;
import dev.hindsight.render.film.ReelFrames;
import dev.hindsight.render.film.SceneFrames;
import dev.hindsight.render.raster.Subtitle;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// A film of the most interesting moments of recordings, one clip each: the ticks around it, slowed
/// down to at least [#SECONDS], with a longer picture of the tick itself, the agent in the middle
/// and the reason below.
///
/// @param out the file to write
/// @param moments in order
public record ReelPlan(Path out, List<RankedMoment> moments) {
  /// The shortest clip, seconds.
  private static final double SECONDS = 3;

  /// How long the tick itself is shown, seconds.
  private static final double HOLD = 1;

  private static final FrameRate RATE = new FrameRate(30, 1);

  /// Copies the list.
  public ReelPlan {
    moments = List.copyOf(moments);
  }

  /// Films open recordings, on the calling thread.
  ///
  /// @throws Problem if there is no moment, or the file cannot be written
  ///
  /// @param rollouts the recordings that were ranked together, open
  public FilmReport run(List<Rollout> rollouts, Progress progress, Cancellation cancellation)
      throws Exception {
    if (moments.isEmpty()) {
      throw new Problem(
          wording("ReelPlan.there_is_no_moment_to_film"),
          out.toString(),
          wording("ReelPlan.rank_by_another_kind"));
    }
    Rollout first = rollouts.get(moments.getFirst().recording());
    FilmPlan plan = plan(0, first);
    List<ReelFrames.Clip> clips = new ArrayList<>();
    for (int i = 0; i < moments.size(); i++) {
      clips.add(clip(i, rollouts.get(moments.get(i).recording())));
    }
    return plan.export(new ReelFrames(clips, plan.palette()), first, progress, cancellation);
  }

  /// Opens recordings and films them. For a background thread.
  ///
  /// @param files of the recordings that were ranked together
  public Job<FilmReport> of(List<Path> files) {
    return (progress, cancellation) -> {
      List<Rollout> opened = new ArrayList<>();
      try {
        for (Path file : files) {
          opened.add(RecordingOpener.open(file));
        }
        return run(opened, progress, cancellation);
      } finally {
        opened.forEach(Rollout::close);
      }
    };
  }

  private FilmPlan plan(int i, Rollout rollout) {
    int agent = moments.get(i).agent();
    FilmPlan whole = FilmPlan.whole(rollout.file(), out);
    return new FilmPlan(
        whole.rollout(),
        out,
        whole.ticks(),
        whole.width(),
        whole.height(),
        Optional.of(RATE),
        new Camera.Story(agent, FilmPlan.USUAL_SPAN, Camera.Up.NORTH),
        Optional.of(agent),
        whole.chosen(),
        whole.palette(),
        false);
  }

  private ReelFrames.Clip clip(int i, Rollout rollout) {
    RankedMoment moment = moments.get(i);
    FilmPlan plan = plan(i, rollout);
    return new ReelFrames.Clip(
        new SceneFrames(
            rollout,
            ticks(moment),
            plan.shot(rollout),
            BuiltInEnvironments.sketchOf(rollout).choosing(plan.chosen()),
            plan.palette()),
        new Subtitle(
            wording(
                "ReelPlan.of",
                i + 1,
                moments.size(),
                moment.kind().title(),
                TickWords.of(rollout.trials(), moment.tick()),
                BodyNames.titled(rollout, moment.agent())),
            moment.reason()));
  }

  /// One tick for each frame.
  static int[] ticks(RankedMoment moment) {
    double perSecond = 1 / RATE.frameSeconds();
    int each =
        (int) Math.max(1, Math.ceil(SECONDS * perSecond / Math.max(1, moment.span().ticks())));
    int hold = (int) Math.round(HOLD * perSecond);
    List<Integer> ticks = new ArrayList<>();
    for (int tick = moment.span().from(); tick < moment.span().to(); tick++) {
      ticks.addAll(Collections.nCopies(tick == moment.tick() ? Math.max(hold, each) : each, tick));
    }
    return ticks.stream().mapToInt(Integer::intValue).toArray();
  }
}
