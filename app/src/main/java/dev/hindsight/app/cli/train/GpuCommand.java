package dev.hindsight.app.cli.train;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.gpu.EngineChoice;
import dev.hindsight.trainer.gpu.GpuFinding;
import dev.hindsight.trainer.gpu.InstalledTorch;
import dev.hindsight.trainer.learn.TorchChecks;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.run.Gate;
import dev.hindsight.trainer.run.TrainingTask;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `hindsight gpu`: which PyTorch for GPUs is installed, what it lacks, and that it is to be used.
@Command(
    name = "gpu",
    description =
        "Look for an installed PyTorch with CUDA and report what is missing. Searches"
            + " PYTORCH_LIBRARY_PATH, then python3.")
public final class GpuCommand extends CommandBase {
  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description =
          "Where to look: a Python environment, its package torch, or an unpacked libtorch.")
  private Optional<Path> folder;

  @Option(
      names = "--use",
      description = "Test the PyTorch found on the GPU and use it from now on.")
  private boolean use;

  @Option(names = "--off", description = "Use the shipped PyTorch again.")
  private boolean off;

  private final List<String> lines = new ArrayList<>();
  private final Map<String, Object> fields = new LinkedHashMap<>();

  @Override
  public Integer call() {
    EngineChoice choice = EngineChoice.ofUser();
    if (off) {
      choice.useShipped();
    }
    int code = off ? OK : look(choice);
    String used = choice.folder().map(Path::toString).orElse("the shipped one");
    fields.put("used", used);
    lines.add("PyTorch in use: " + used);
    console().result(format(), fields, String.join("\n", lines));
    return code;
  }

  private int look(EngineChoice choice) {
    GpuFinding finding = GpuFinding.look(folder);
    lines.addAll(finding.lines());
    fields.put("looked", finding.misses());
    fields.put("found", finding.torch().map(InstalledTorch::toString).orElse(""));
    fields.put("requirements", finding.requirements());
    fields.put("usable", finding.usable().isPresent());
    if (!use && finding.usable().isPresent()) {
      lines.add("Nothing is missing: 'hindsight gpu --use' switches to it.");
      return OK;
    }
    return finding.usable().map(torch -> change(choice, torch)).orElse(ExitCodes.DEVICES);
  }

  /// Only what has computed here is kept.
  private int change(EngineChoice choice, InstalledTorch torch) {
    TorchEngine.use(torch.libraries());
    List<Gate> gates =
        TorchChecks.all(TrainingTask.Device.GPU).stream().map(check -> check.run()).toList();
    gates.forEach(gate -> lines.add(gate.toString()));
    fields.put("gates", RunResults.of(gates));
    int code = ExitCodes.of(gates);
    if (code != OK) {
      console()
          .problem(
              new Problem(
                      "it does not work on this machine and is not used",
                      torch.libraries().toString(),
                      "see the FAIL line")
                  .getMessage());
      return code;
    }
    choice.use(torch);
    return OK;
  }
}
