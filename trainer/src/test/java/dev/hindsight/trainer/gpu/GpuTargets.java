package dev.hindsight.trainer.gpu;

import dev.hindsight.trainer.fault.FuzzScratch;
import dev.hindsight.trainer.fault.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// What tells of a GPU and of its PyTorch: a table of the driver, files of an installation.
public final class GpuTargets {
  /// All.
  public static final List<FuzzTarget> ALL =
      List.of(
          FuzzTarget.ofText(
              "gpu-table",
              text ->
                  GpuDevice.parse(text).ifPresent(device -> device.check(Optional.of("nvidia"))),
              "NVIDIA H100, 570.1, 81559 MiB\n"),
          new FuzzTarget(
              "torch-folder",
              () ->
                  List.of(
                      "__version__ = '2.7.1+cu128'\ncuda: Optional[str] = '12.8'\n"
                          .getBytes(StandardCharsets.UTF_8)),
              GpuTargets::installed),
          new FuzzTarget(
              "engine-choice",
              () -> List.of("/tmp\n".getBytes(StandardCharsets.UTF_8)),
              bytes -> {
                Path file = FuzzScratch.file("engine.txt", bytes);
                Optional<Path> _ = new EngineChoice(file.resolveSibling("")).folder();
              }));

  private GpuTargets() {}

  private static void installed(byte[] version) throws Exception {
    Path torch = FuzzScratch.empty().resolve("torch");
    Files.createDirectories(torch.resolve("lib"));
    Files.createFile(torch.resolve("lib").resolve(System.mapLibraryName("torch")));
    Files.write(torch.resolve("version.py"), version);
    TorchSearch.Result found = TorchSearch.look(Optional.of(torch), Map.of());
    Requirements.of(found.found()).forEach(one -> Objects.requireNonNull(one.toString()));
  }
}
