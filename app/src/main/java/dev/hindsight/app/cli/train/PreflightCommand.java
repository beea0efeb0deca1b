package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.DeviceOption;
import dev.hindsight.app.cli.console.ExcludesOption;
import dev.hindsight.trainer.NameSuggestions;
import dev.hindsight.trainer.learn.TorchChecks;
import dev.hindsight.trainer.learn.gate.DeviceGates;
import dev.hindsight.trainer.learn.gate.TrainingGates;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.session.GateCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `hindsight preflight`: checks whether this machine can train, and whether the code that trains
/// computes what it must in small cases.
@Command(name = "preflight")
public final class PreflightCommand extends CommandBase {
  @Mixin private DeviceOption device;

  @ExcludesOption({"--all", "--gate"})
  @Option(names = "--list", descriptionKey = "PreflightCommand.list")
  private boolean list;

  @ExcludesOption("--gate")
  @Option(names = "--all", descriptionKey = "PreflightCommand.all")
  private boolean all;

  @Option(names = "--gate", paramLabel = "NAME", descriptionKey = "PreflightCommand.gate")
  private List<String> names = new ArrayList<>();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    List<GateCheck> machine = TorchChecks.all(device.value());
    List<GateCheck> training =
        Stream.concat(TrainingGates.all().stream(), DeviceGates.all(device.value()).stream())
            .toList();
    List<GateCheck> everything = Stream.concat(machine.stream(), training.stream()).toList();
    if (list) {
      return listed(machine, training);
    }
    List<GateCheck> chosen =
        names.isEmpty()
            ? all ? everything : machine
            : names.stream().map(name -> named(everything, name)).toList();
    List<Gate> gates = chosen.stream().map(GateCheck::run).toList();
    console()
        .result(
            format(),
            new PreflightJson(
                device.value().name().toLowerCase(Locale.ROOT),
                ExitCodes.of(gates) == OK,
                RunResults.of(gates)),
            gates.stream().map(Gate::toString).collect(Collectors.joining("\n")));
    return ExitCodes.of(gates);
  }

  /// Rejects the command line if a gate does not exist.
  private GateCheck named(List<GateCheck> gates, String name) {
    return gates.stream()
        .filter(gate -> gate.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new ParameterException(
                spec.commandLine(),
                wording(
                    "PreflightCommand.there_is_no_gate",
                    name,
                    NameSuggestions.closest(name, gates.stream().map(GateCheck::name).toList()))));
  }

  private int listed(List<GateCheck> machine, List<GateCheck> training) {
    List<ListedGateJson> gates =
        Stream.concat(
                machine.stream().map(gate -> ListedGateJson.of("machine", gate)),
                training.stream().map(gate -> ListedGateJson.of("training", gate)))
            .toList();
    int width = gates.stream().mapToInt(gate -> gate.name().length()).max().orElse(0);
    console()
        .result(
            format(),
            new GateListJson(gates),
            gates.stream()
                .map(gate ->
                    gate.name() + " ".repeat(width - gate.name().length() + 2) + gate.checks())
                .collect(Collectors.joining("\n")));
    return OK;
  }

  private record PreflightJson(String device, boolean healthy, List<RunResults.GateJson> gates) {}

  private record GateListJson(List<ListedGateJson> gates) {}

  /// @param of `machine`: also checked at the start of every run; `training`: only here
  private record ListedGateJson(String name, String of, String checks) {
    private static ListedGateJson of(String kind, GateCheck gate) {
      return new ListedGateJson(gate.name(), kind, gate.checks());
    }
  }
}
