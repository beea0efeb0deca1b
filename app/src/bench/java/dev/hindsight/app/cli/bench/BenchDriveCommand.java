package dev.hindsight.app.cli.bench;

import static dev.hindsight.app.text.AppText.wording;

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
@Command(name = "drive")
public final class BenchDriveCommand extends CommandBase {
  @Option(
      names = "--map",
      paramLabel = "FILE|NAME",
      required = true,
      descriptionKey = "BenchDriveCommand.map")
  private String map;

  @Option(
      names = "--agents",
      paramLabel = "N",
      defaultValue = "32",
      descriptionKey = "BenchDriveCommand.agents")
  private int agents;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "5",
      descriptionKey = "BenchDriveCommand.seconds")
  private double seconds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      descriptionKey = "BenchDriveCommand.seed")
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
                wording("BenchDriveCommand.agent_steps_s_agents_steps_in"),
                NumberWords.rate(result.agentStepsPerSecond()),
                result.agents(),
                result.steps(),
                NumberWords.decimals(result.seconds(), 2)));
    return OK;
  }

  private record DriveBenchJson(
      String map, int agents, long steps, double seconds, double agentStepsPerSecond) {}
}
