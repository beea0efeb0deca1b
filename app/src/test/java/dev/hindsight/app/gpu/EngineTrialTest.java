package dev.hindsight.app.gpu;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTrialTest {
  @TempDir private Path folder;

  private Path fake(String version) throws Exception {
    Path libraries = Files.createDirectories(folder.resolve("torch/lib"));
    for (String name : List.of("c10", "torch", "torch_cpu", "c10_cuda", "torch_cuda")) {
      Files.createFile(libraries.resolve(System.mapLibraryName(name)));
    }
    Files.writeString(
        folder.resolve("torch/version.py"),
        "__version__ = '" + version + "'\ncuda: Optional[str] = '12.8'\n");
    return libraries;
  }

  @Test
  void whatDoesNotWorkIsToldInOneLine() throws Exception {
    Path libraries = fake("2.7.1+cu128");
    Problem problem =
        assertThrows(Problem.class, () -> EngineTrial.of(libraries, new Cancellation()));
    String said = problem.getMessage();
    // Without a driver, that is missing; with one, the empty libraries cannot be loaded.
    assertTrue(said.contains("NVIDIA driver") || said.contains("FAIL engine"), said);
    assertTrue(said.contains(libraries.toString()), said);
  }

  @Test
  void itCanBeCancelled() throws Exception {
    Path libraries = fake("2.7.1+cu128");
    Cancellation cancellation = new Cancellation();
    cancellation.cancel();
    assertThrows(CancellationException.class, () -> EngineTrial.of(libraries, cancellation));
  }
}
