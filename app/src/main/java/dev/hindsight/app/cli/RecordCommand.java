package dev.hindsight.app.cli;

import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.trainer.task.ProcessEnd;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight record`: an environment and a policy into a rollout file.
@Command(name = "record", description = "Record what a policy does.")
final class RecordCommand extends CommandBase {
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
          "A .pt, .bin or .safetensors file, or a shipped policy. Default: scripted, where actions need a policy.")
  private Optional<String> checkpoint;

  @Option(
      names = "--ticks",
      paramLabel = "N",
      description = "How many ticks. Default: one whole episode.")
  private Optional<Integer> ticks;

  @Option(
      names = "--actions",
      paramLabel = "HOW",
      defaultValue = "argmax",
      description =
          "argmax, sample, random, or a .npy file of int32 [tick, agent]. Default: argmax.")
  private String actions;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "Where all randomness comes from.")
  private long seed;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A setting by the reference's own name; may be repeated.")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--out",
      paramLabel = "X.rollout",
      required = true,
      description = "The file to make.")
  private Path out;

  @Override
  public Integer call() throws Exception {
    RecordingPlan plan =
        new RecordingPlan(environment, map, checkpoint, ticks, actions, seed, settings, out);
    var report = ProcessEnd.awaiting(cancelled -> plan.run(console().progress(), cancelled));
    console().result(format(), Results.of(report, out), Results.words(report, out));
    return OK;
  }
}
