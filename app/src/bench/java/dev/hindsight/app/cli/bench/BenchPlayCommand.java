package dev.hindsight.app.cli.bench;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.PlayBench;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight bench play`: how smoothly a recording plays in the window on the present screen.
@Command(name = "play")
public final class BenchPlayCommand extends FigureCommand {
  @Parameters(paramLabel = "FILE", descriptionKey = "BenchPlayCommand.file")
  private Path file;

  @Option(
      names = "--speed",
      paramLabel = "X",
      defaultValue = "16",
      descriptionKey = "BenchPlayCommand.speed")
  private double speed;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "10",
      descriptionKey = "BenchPlayCommand.seconds")
  private double seconds;

  @Override
  public Integer call() throws Exception {
    try (Rollout rollout = Rollouts.open(file)) {
      if (rollout.ticks() < 2) {
        throw new Problem(
            wording("BenchPlayCommand.there_is_nothing_to_play"),
            file.toString(),
            wording("BenchPlayCommand.choose_a_recording_of_two_ticks"));
      }
    }
    return report(PlayBench.played(file, speed, seconds));
  }
}
