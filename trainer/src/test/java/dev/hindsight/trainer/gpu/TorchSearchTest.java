package dev.hindsight.trainer.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Installations as pip, conda and the libtorch archive leave them, but for what is in the files.
class TorchSearchTest {
  private static final Optional<Path> NOWHERE = Optional.empty();

  @TempDir private Path folder;

  private Optional<InstalledTorch> lookIn(Path chosen) {
    return TorchSearch.look(Optional.of(chosen), Map.of()).found();
  }

  @Test
  void aPackageIsFoundFromTheEnvironmentThePackageAndItsLibraries() throws IOException {
    Path torch = FakeTorch.pip(folder, "2.7.1+cu128", "12.8");
    InstalledTorch expected =
        new InstalledTorch(torch.resolve("lib"), "2.7.1+cu128", Optional.of("12.8"), "chosen");
    for (Path chosen : List.of(folder, torch, torch.resolve("lib"))) {
      assertEquals(Optional.of(expected), lookIn(chosen));
    }
    assertEquals(
        Optional.of(expected), lookIn(Optional.ofNullable(torch.getParent()).orElseThrow()));
  }

  @Test
  void anUnpackedLibtorchSaysItsVersionInAFile() throws IOException {
    FakeTorch.libraries(folder.resolve("lib"));
    Files.writeString(folder.resolve("build-version"), "2.7.0+cu126\n");
    assertEquals(
        Optional.of(
            new InstalledTorch(
                folder.resolve("lib"), "2.7.0+cu126", Optional.of("12.6"), "chosen")),
        lookIn(folder));
  }

  @Test
  void oneWithoutCudaIsFoundAndHasNone() throws IOException {
    FakeTorch.pip(folder, "2.7.1+cpu", "");
    assertEquals(Optional.empty(), lookIn(folder).orElseThrow().cuda());
  }

  @Test
  void aFolderThatHoldsNoneIsNamedAndNothingElseIsLookedAt() {
    TorchSearch.Result result =
        TorchSearch.look(Optional.of(folder), Map.of(TorchSearch.LIBRARY_PATH, "/anywhere"));
    assertEquals(
        new TorchSearch.Result(Optional.empty(), List.of(folder + " holds no PyTorch")), result);
  }

  @Test
  void aFolderThatIsNotThereIsSaidToBeNone() {
    Path gone = folder.resolve("gone");
    assertEquals(
        List.of(gone + " is not a folder"), TorchSearch.look(Optional.of(gone), Map.of()).misses());
  }

  @Test
  void theVariableComesBeforePython() throws IOException {
    Path torch = FakeTorch.pip(folder, "2.7.1+cu128", "12.8");
    Map<String, String> environment =
        Map.of(TorchSearch.LIBRARY_PATH, torch.resolve("lib").toString(), "PATH", "");
    TorchSearch.Result result = TorchSearch.look(NOWHERE, environment);
    assertEquals(TorchSearch.LIBRARY_PATH, result.found().orElseThrow().source());
    assertEquals(List.of(), result.misses());
  }

  @Test
  void everythingLookedAtInVainIsTold() {
    TorchSearch.Result result =
        TorchSearch.look(NOWHERE, Map.of(TorchSearch.LIBRARY_PATH, folder.toString(), "PATH", ""));
    assertEquals(
        List.of(
            "PYTORCH_LIBRARY_PATH is " + folder + ", which holds no PyTorch",
            "there is no python3 on the PATH"),
        result.misses());
  }
}
