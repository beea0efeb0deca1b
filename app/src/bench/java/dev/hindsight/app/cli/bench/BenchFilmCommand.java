package dev.hindsight.app.cli.bench;

import dev.hindsight.app.cli.film.PictureOptions;
import dev.hindsight.app.recording.FilmPlan;
import dev.hindsight.render.film.FilmBench;
import dev.hindsight.render.film.FrameRate;
import dev.hindsight.render.film.SceneFrames;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.Camera;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight bench film`: painting and encoding together, compared with the encoder alone.
@Command(name = "film")
public final class BenchFilmCommand extends FigureCommand {
  @Parameters(paramLabel = "FILE", descriptionKey = "BenchFilmCommand.file")
  private Path file;

  @Mixin private PictureOptions picture;

  @Option(names = "--follow", paramLabel = "AGENT", descriptionKey = "BenchFilmCommand.follow")
  private Optional<Integer> follow = Optional.empty();

  @Override
  public Integer call() throws Exception {
    try (Rollout rollout = Rollouts.open(file)) {
      SceneFrames frames = plan().frames(rollout);
      FrameRate rate = FrameRate.ofTick(rollout.manifest().tickSeconds());
      return report(done(new FilmBench(frames, picture.width(), picture.height(), rate)));
    }
  }

  private FilmPlan plan() {
    FilmPlan whole = FilmPlan.whole(file, file).choosing(picture.chosen());
    return follow
        .map(
            agent -> whole.seenBy(new Camera.Follow(agent, FilmPlan.USUAL_SPAN, Camera.Up.HEADING)))
        .orElse(whole);
  }
}
