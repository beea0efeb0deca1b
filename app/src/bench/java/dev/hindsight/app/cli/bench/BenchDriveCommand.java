package dev.hindsight.app.cli.bench;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.drive.DriveBench;
import dev.hindsight.trainer.env.drive.DriveBenchResult;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench drive`: simulated agent steps per second on one thread, including observations
/// and resets.
@Command(
    name = "drive",
    description =
        "Measure agent-steps per second of the drive simulator: one thread, random actions.")
public final class BenchDriveCommand extends CommandBase {
  @Option(
      names = "--map",
      paramLabel = "FILE|NAME",
      required = true,
      description = "A map file or a shipped map.")
  private String map;

  @Option(
      names = "--agents",
      paramLabel = "N",
      defaultValue = "32",
      description = "Controlled agents. Default: 32.")
  private int agents;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "5",
      description = "Seconds to measure. Default: 5.")
  private double seconds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "Seed of the random actions.")
  private long seed;

  @Override
  public Integer call() {
    DriveBenchResult result = DriveBench.run(BuiltInMaps.resolve(map), agents, seconds, seed);
    console()
        .result(
            format(),
            new DriveBenchJson(
                map,
                result.agents(),
                result.steps(),
                result.seconds(),
                result.agentStepsPerSecond()),
            String.format(
                Locale.ROOT,
                "%s agent-steps/s (%d agents, %d steps in %s s)",
                NumberWords.rate(result.agentStepsPerSecond()),
                result.agents(),
                result.steps(),
                NumberWords.decimals(result.seconds(), 2)));
    return OK;
  }

  private record DriveBenchJson(
      String map, int agents, long steps, double seconds, double agentStepsPerSecond) {}
}
