package dev.hindsight.app.cli.train;

import static dev.hindsight.app.text.AppText.wording;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.ExcludesOption;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.gpu.EngineChoice;
import dev.hindsight.trainer.gpu.GpuFinding;
import dev.hindsight.trainer.gpu.InstalledTorch;
import dev.hindsight.trainer.gpu.Requirement;
import dev.hindsight.trainer.learn.TorchChecks;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.learn.gate.DeviceGates;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.Gate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight gpu`: shows which PyTorch for GPUs is installed and what it lacks, and chooses
/// whether to use it.
@Command(name = "gpu")
public final class GpuCommand extends CommandBase {
  @Option(names = "--folder", paramLabel = "DIR", descriptionKey = "GpuCommand.folder")
  private Optional<Path> folder;

  @Option(names = "--use", descriptionKey = "GpuCommand.use")
  private boolean use;

  @ExcludesOption(
      value = {"--use", "--folder"},
      whyKey = "GpuCommand.they_contradict")
  @Option(names = "--off", descriptionKey = "GpuCommand.off")
  private boolean off;

  private final List<String> lines = new ArrayList<>();
  private Optional<GpuFinding> finding = Optional.empty();
  private Optional<List<RunResults.GateJson>> gates = Optional.empty();

  /// @param finding null if no search was made
  /// @param gates absent if nothing was tested
  private record GpuJson(
      @JsonUnwrapped @Nullable GpuFindingJson finding,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<List<RunResults.GateJson>> gates,
      String used) {}

  private record GpuFindingJson(
      List<String> looked, String found, List<Requirement> requirements, boolean usable) {
    static GpuFindingJson of(GpuFinding finding) {
      return new GpuFindingJson(
          finding.misses(),
          finding.torch().map(InstalledTorch::toString).orElse(""),
          finding.requirements(),
          finding.usable().isPresent());
    }
  }

  @Override
  public Integer call() {
    EngineChoice choice = EngineChoice.ofUser();
    if (off) {
      choice.useShipped();
    }
    int code = off ? OK : look(choice);
    String used = choice.folder().map(Path::toString).orElse(wording("GpuCommand.the_shipped_one"));
    lines.add(wording("GpuCommand.pytorch_in_use", used));
    GpuJson json = new GpuJson(finding.map(GpuFindingJson::of).orElse(null), gates, used);
    console().result(format(), json, String.join("\n", lines));
    return code;
  }

  private int look(EngineChoice choice) {
    GpuFinding found = GpuFinding.look(folder);
    finding = Optional.of(found);
    lines.addAll(found.lines());
    if (!use && found.usable().isPresent()) {
      lines.add(wording("GpuCommand.nothing_is_missing_hindsight_gpu"));
      return OK;
    }
    return found.usable().map(torch -> change(choice, torch)).orElse(ExitCodes.DEVICES);
  }

  /// Stores only a choice that has computed here.
  private int change(EngineChoice choice, InstalledTorch torch) {
    TorchEngine.use(torch.libraries());
    TrainingTask.Device gpu = TrainingTask.Device.GPU;
    List<Gate> checks =
        new ArrayList<>(TorchChecks.all(gpu).stream().map(check -> check.run()).toList());
    if (ExitCodes.of(checks) == OK) {
      DeviceGates.all(gpu).forEach(check -> checks.add(check.run()));
    }
    checks.forEach(gate -> lines.add(gate.toString()));
    gates = Optional.of(RunResults.of(checks));
    int code = ExitCodes.of(checks);
    if (code != OK) {
      console()
          .problem(
              new Problem(
                      wording("GpuCommand.it_does_not_work_on_this"),
                      torch.libraries().toString(),
                      wording("GpuCommand.see_the_fail_line"))
                  .getMessage());
      return code;
    }
    choice.use(torch);
    return OK;
  }
}
