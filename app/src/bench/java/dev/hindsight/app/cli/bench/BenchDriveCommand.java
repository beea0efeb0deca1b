package dev.hindsight.app.cli.bench;

import dev.hindsight.trainer.env.drive.DriveBench;
import dev.hindsight.trainer.env.drive.DriveBenchResult;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight bench drive`: simulated agent steps per second on one thread, including observations
/// and resets.
@Command(name = "drive")
public final class BenchDriveCommand extends FigureCommand {
  @Option(
      names = "--map",
      paramLabel = "FILE|NAME",
      defaultValue = "intersection-1",
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
    DriveBenchJson json =
        new DriveBenchJson(
            map, result.agents(), result.steps(), result.seconds(), result.agentStepsPerSecond());
    return report(fields(json), result.figures());
  }

  private record DriveBenchJson(
      String map, int agents, long steps, double seconds, double agentStepsPerSecond) {}
}
