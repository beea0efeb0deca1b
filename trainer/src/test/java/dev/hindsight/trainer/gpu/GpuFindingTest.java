package dev.hindsight.trainer.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.gpu.Requirements.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The full text that a user reads in each case.
class GpuFindingTest {
  private static final String INSTALL =
      "to do    pip install torch==2.7.1 --index-url https://download.pytorch.org/whl/cu128";

  @TempDir private Path folder;

  /// @param driver a file that is there, or is not
  private static List<String> lines(TorchSearch.Result looked, Path driver) {
    Machine machine = new Machine("Linux", "amd64", Machine.driver(List.of(driver)));
    return new GpuFinding(looked.found(), looked.misses(), Requirements.of(looked.found(), machine))
        .lines();
  }

  private List<String> linesOf(Path chosen) {
    return lines(TorchSearch.look(Optional.of(chosen), Map.of()), folder);
  }

  private List<String> installed(String version, String cuda, List<String> rest)
      throws IOException {
    Path torch = FakeTorch.pip(folder, version, cuda);
    String built = cuda.isEmpty() ? " without CUDA" : " for CUDA " + cuda;
    List<String> expected =
        new ArrayList<>(
            List.of(
                "found    PyTorch " + version + built + " in " + torch.resolve("lib") + " (chosen)",
                "FOUND    Linux on amd64",
                "FOUND    the NVIDIA driver (" + folder + ")"));
    expected.addAll(rest);
    return expected;
  }

  @Test
  void whereNothingIsInstalledEveryStepIsNamed() {
    Path driver = folder.resolve("version");
    assertEquals(
        List.of(
            "looked   PYTORCH_LIBRARY_PATH is not set",
            "looked   there is no python3 on the PATH",
            "FOUND    Linux on amd64",
            "MISSING  there is no NVIDIA driver (" + driver + ")",
            "MISSING  no PyTorch was found",
            "to do    install the NVIDIA driver of your system, 570 or later",
            INSTALL),
        lines(TorchSearch.look(Optional.empty(), Map.of("PATH", "")), driver));
  }

  @Test
  void theRightOneHasNothingToDo() throws IOException {
    List<String> expected =
        installed(
            "2.7.1+cu128",
            "12.8",
            List.of(
                "FOUND    version 2.7.1+cu128",
                "FOUND    built for CUDA 12.8",
                "FOUND    its libraries in "
                    + folder.resolve("lib/python3.12/site-packages/torch/lib")));
    assertEquals(expected, linesOf(folder));
  }

  @Test
  void whatMendsSeveralIsSaidOnce() throws IOException {
    List<String> expected =
        installed(
            "2.4.0+cu121",
            "12.1",
            List.of(
                "MISSING  version 2.4.0+cu121 is not 2.7.x",
                "MISSING  it is built for CUDA 12.1, not 12.8",
                "FOUND    its libraries in "
                    + folder.resolve("lib/python3.12/site-packages/torch/lib"),
                INSTALL));
    assertEquals(expected, linesOf(folder));
  }

  @Test
  void oneForProcessorsLacksCudaAndItsLibraries() throws IOException {
    Path libraries = folder.resolve("lib/python3.12/site-packages/torch/lib");
    String lacking =
        String.join(", ", System.mapLibraryName("c10_cuda"), System.mapLibraryName("torch_cuda"));
    List<String> expected =
        installed(
            "2.7.1+cpu",
            "",
            List.of(
                "FOUND    version 2.7.1+cpu",
                "MISSING  it is built without CUDA",
                "MISSING  " + libraries + " lacks " + lacking,
                INSTALL));
    for (String name : List.of("c10_cuda", "torch_cuda")) {
      Files.delete(libraries.resolve(System.mapLibraryName(name)));
    }
    assertEquals(expected, linesOf(folder));
  }
}
