package dev.hindsight.app.cli.train;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.learn.TorchChecks;
import dev.hindsight.trainer.run.Gate;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight preflight`: whether this machine can train.
@Command(
    name = "preflight",
    description = "Check that this machine can train: a PASS, FAIL or SKIP line for each check.")
public final class PreflightCommand extends CommandBase {
  @Option(names = "--device", defaultValue = "cpu", description = "cpu or gpu. Default: cpu.")
  private TrainingTask.Device device;

  @Override
  public Integer call() {
    List<Gate> gates = TorchChecks.all(device).stream().map(check -> check.run()).toList();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("device", device.name().toLowerCase(java.util.Locale.ROOT));
    fields.put("healthy", ExitCodes.of(gates) == OK);
    fields.put("gates", RunResults.of(gates));
    console()
        .result(
            format(), fields, gates.stream().map(Gate::toString).collect(Collectors.joining("\n")));
    return ExitCodes.of(gates);
  }
}
