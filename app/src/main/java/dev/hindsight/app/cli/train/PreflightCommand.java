package dev.hindsight.app.cli.train;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.learn.TorchChecks;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.Gate;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight preflight`: checks whether this machine can train.
@Command(name = "preflight")
public final class PreflightCommand extends CommandBase {
  @Option(names = "--device", defaultValue = "cpu", descriptionKey = "PreflightCommand.device")
  private TrainingTask.Device device;

  @Override
  public Integer call() {
    List<Gate> gates = TorchChecks.all(device).stream().map(check -> check.run()).toList();
    console()
        .result(
            format(),
            new PreflightJson(
                device.name().toLowerCase(Locale.ROOT),
                ExitCodes.of(gates) == OK,
                RunResults.of(gates)),
            gates.stream().map(Gate::toString).collect(Collectors.joining("\n")));
    return ExitCodes.of(gates);
  }

  private record PreflightJson(String device, boolean healthy, List<RunResults.GateJson> gates) {}
}
