package dev.hindsight.app.cli.environment;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.SeedOption;
import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioGenerator;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioKind;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioSpec;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight generate`: makes a map with traffic from a seed.
@Command(name = "generate")
public final class GenerateCommand extends CommandBase {
  @Option(
      names = "--kind",
      paramLabel = "KIND",
      defaultValue = "intersection",
      descriptionKey = "GenerateCommand.kind")
  private ScenarioKind kind;

  @Option(names = "--vehicles", paramLabel = "N", descriptionKey = "GenerateCommand.vehicles")
  private Optional<Integer> vehicles;

  @Mixin private SeedOption seed;

  @Option(
      names = "--speed-limit",
      paramLabel = "V",
      defaultValue = "" + ScenarioSpec.DEFAULT_SPEED_LIMIT,
      descriptionKey = "GenerateCommand.speedLimit")
  private double speedLimit;

  @Option(
      names = "--expert-share",
      paramLabel = "P",
      defaultValue = "" + ScenarioSpec.DEFAULT_EXPERT_SHARE,
      descriptionKey = "GenerateCommand.expertShare")
  private double expertShare;

  @Option(
      names = "--out",
      paramLabel = "X.bin",
      required = true,
      descriptionKey = "GenerateCommand.out")
  private Path out;

  @Override
  public Integer call() {
    DriveMap map =
        ScenarioGenerator.generate(
            new ScenarioSpec(
                kind, vehicles.orElseGet(kind::vehicles), seed.value(), speedLimit, expertShare));
    DriveMaps.write(map, out);
    console()
        .result(
            format(),
            new GeneratedJson(out.toString(), map.objects().size(), map.roads().size()),
            wording(
                "GenerateCommand.vehicles_roads", out, map.objects().size(), map.roads().size()));
    return OK;
  }

  private record GeneratedJson(String map, int objects, int roads) {}
}
