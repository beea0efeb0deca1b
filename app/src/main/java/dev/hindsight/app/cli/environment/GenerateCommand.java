package dev.hindsight.app.cli.environment;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.SeedOption;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioGenerator;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioKind;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioSpec;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight generate`: makes a map with traffic from a seed.
@Command(name = "generate", description = "Generate a map with traffic.")
public final class GenerateCommand extends CommandBase {
  @Option(
      names = "--kind",
      paramLabel = "KIND",
      defaultValue = "intersection",
      description = "${COMPLETION-CANDIDATES}. Default: intersection.")
  private ScenarioKind kind;

  @Option(
      names = "--vehicles",
      paramLabel = "N",
      defaultValue = "16",
      description = "Number of vehicles. Default: 16.")
  private int vehicles;

  @Mixin private SeedOption seed;

  @Option(
      names = "--speed-limit",
      paramLabel = "V",
      defaultValue = "" + ScenarioSpec.DEFAULT_SPEED_LIMIT,
      description = "Metres per second; slower in bends. Default: ${DEFAULT-VALUE}.")
  private double speedLimit;

  @Option(
      names = "--expert-share",
      paramLabel = "P",
      defaultValue = "" + ScenarioSpec.DEFAULT_EXPERT_SHARE,
      description = "Fraction of vehicles that follow their log. Default: ${DEFAULT-VALUE}.")
  private double expertShare;

  @Option(
      names = "--out",
      paramLabel = "X.bin",
      required = true,
      description = "The map file to write.")
  private Path out;

  @Override
  public Integer call() {
    DriveMap map =
        ScenarioGenerator.generate(
            new ScenarioSpec(kind, vehicles, seed.value(), speedLimit, expertShare));
    DriveMaps.write(map, out);
    console()
        .result(
            format(),
            new GeneratedJson(out.toString(), map.objects().size(), map.roads().size()),
            out + ": " + map.objects().size() + " vehicles, " + map.roads().size() + " roads");
    return OK;
  }

  private record GeneratedJson(String map, int objects, int roads) {}
}
