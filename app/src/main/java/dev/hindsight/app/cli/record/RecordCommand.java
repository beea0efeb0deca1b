package dev.hindsight.app.cli.record;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.SeedOption;
import dev.hindsight.app.cli.console.SettingOption;
import dev.hindsight.app.recording.RecordingPlan;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `hindsight record`: an environment and a policy into a rollout file.
@Command(name = "record", description = "Record what a policy does.")
public final class RecordCommand extends CommandBase {
  @Option(names = "--env", defaultValue = "drive", description = "The environment. Default: drive.")
  private String environment;

  @Option(
      names = "--map",
      paramLabel = "FILE|NAME",
      description = "A map file, or the name of a shipped map.")
  private Optional<String> map;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE|NAME",
      description =
          "A .pt, .bin or .safetensors file, or a shipped policy. Default: scripted, if"
              + " the actions need a policy.")
  private Optional<String> checkpoint;

  @Option(
      names = "--ticks",
      paramLabel = "N",
      description = "Number of ticks. Default: one whole episode.")
  private Optional<Integer> ticks;

  @Option(
      names = "--actions",
      paramLabel = "HOW",
      defaultValue = "argmax",
      description =
          "argmax, sample, random, or a .npy file of int32 [tick, agent]. Default: argmax.")
  private String actions;

  @Mixin private SeedOption seed;

  @Mixin private SettingOption settings;

  @Option(
      names = "--out",
      paramLabel = "X.rollout",
      required = true,
      description = "The file to write.")
  private Path out;

  @Override
  public Integer call() throws Exception {
    RecordingPlan plan =
        new RecordingPlan(
            environment, map, checkpoint, ticks, actions, seed.value(), settings.values(), out);
    var report = done(plan);
    console()
        .result(format(), RecordingResults.of(report, out), RecordingResults.words(report, out));
    return OK;
  }
}
