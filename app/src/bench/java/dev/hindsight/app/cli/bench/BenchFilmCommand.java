package dev.hindsight.app.cli.bench;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.film.PictureOptions;
import dev.hindsight.app.recording.FilmPlan;
import dev.hindsight.render.film.FilmBench;
import dev.hindsight.render.film.FrameRate;
import dev.hindsight.render.film.SceneFrames;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.scene.Camera;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight bench film`: painting and encoding together, compared with the encoder alone.
@Command(name = "film")
public final class BenchFilmCommand extends CommandBase {
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
      FilmBench.Result result =
          done(new FilmBench(frames, picture.width(), picture.height(), rate));
      console()
          .result(
              format(),
              result,
              String.format(
                  Locale.ROOT,
                  wording("BenchFilmCommand.frames_s_exported_frames_s_the"),
                  NumberWords.decimals(result.exportFps(), 1),
                  NumberWords.decimals(result.encoderFps(), 1),
                  NumberWords.decimals(result.ratio(), 2),
                  result.frames(),
                  picture.width(),
                  picture.height()));
    }
    return OK;
  }

  private FilmPlan plan() {
    FilmPlan whole = FilmPlan.whole(file, file);
    return follow
        .map(
            agent -> whole.seenBy(new Camera.Follow(agent, FilmPlan.USUAL_SPAN, Camera.Up.HEADING)))
        .orElse(whole);
  }
}
