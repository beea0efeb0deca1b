package dev.hindsight.app.cli.bench;

import dev.hindsight.app.PlayBench;
import dev.hindsight.app.PlayBenchResult;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight bench play`: how smoothly a recording plays in the window on the present screen.
@Command(
    name = "play",
    description =
        "Measure frames per second while the window plays a recording on this screen;"
            + " then close it.")
public final class BenchPlayCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", description = "The recording to play.")
  private Path file;

  @Option(
      names = "--speed",
      paramLabel = "X",
      defaultValue = "16",
      description =
          "Multiple of the simulated speed: at 16 every frame shows another tick. Default:"
              + " 16.")
  private double speed;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "10",
      description = "Seconds to count frames. Default: 10.")
  private double seconds;

  @Override
  public Integer call() throws Exception {
    try (Rollout rollout = Rollouts.open(file)) {
      if (rollout.ticks() < 2) {
        throw new Problem(
            "there is nothing to play", file.toString(), "choose a recording of two ticks or more");
      }
    }
    PlayBenchResult figures = PlayBench.played(file, speed, seconds);
    console()
        .result(
            format(),
            figures,
            String.format(
                Locale.ROOT,
                "%s frames a second, from one to the next %s; %d ticks of %d that were due; content"
                    + " %s x %s at scale %s",
                NumberWords.decimals(figures.framesPerSecond(), 1),
                figures.betweenFrames(),
                figures.ticks(),
                figures.dueTicks(),
                NumberWords.decimals(figures.width(), 0),
                NumberWords.decimals(figures.height(), 0),
                NumberWords.decimals(figures.scale(), 2)));
    return OK;
  }
}
