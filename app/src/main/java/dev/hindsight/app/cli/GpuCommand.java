package dev.hindsight.app.cli;

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
        "Look for an installed PyTorch with CUDA and say what is there and what is missing."
            + " Looks where PYTORCH_LIBRARY_PATH points, then asks python3.")
final class GpuCommand extends CommandBase {
  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "Look here: a Python environment, its package torch, or an unpacked libtorch.")
  private Optional<Path> folder;

  @Option(names = "--use", description = "Check what was found on the GPU and use it from now on.")
  private boolean use;

  @Option(names = "--off", description = "Use the PyTorch that is shipped again.")
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
    String used = choice.folder().map(Path::toString).orElse("the one that is shipped");
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
      lines.add("All is there: 'hindsight gpu --use' switches to it.");
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
                      "it does not compute here, so it is not used",
                      torch.libraries().toString(),
                      "see the FAIL line")
                  .getMessage());
      return code;
    }
    choice.use(torch);
    return OK;
  }
}
