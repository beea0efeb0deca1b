package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.jni.JniUtils;
import dev.hindsight.trainer.CacheFolder;
import dev.hindsight.trainer.JavaProcess;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TorchEngineTest {
  @TempDir Path folder;

  @Test
  void itRunsOnTheCpuWithOneThread() {
    try (NDManager scope = TorchEngine.scope()) {
      assertEquals("cpu()", scope.getDevice().toString());
      assertEquals(1, JniUtils.getNumThreads());
    }
  }

  @Test
  void itNeitherDownloadsNorReports() {
    TorchEngine.scope().close();
    assertEquals("true", System.getProperty("ai.djl.offline"));
    assertEquals("true", System.getProperty("OPT_OUT_TRACKING"));
  }

  @Test
  void itUnpacksIntoTheCacheFolder() {
    TorchEngine.scope().close();
    assertTrue(Files.isDirectory(CacheFolder.of("pytorch")));
  }

  /// In a process of its own, since PyTorch loads once: the cache folder's parent is a file.
  @Test
  void whereItCannotUnpackItSaysSoInOneLine() throws IOException, InterruptedException {
    Path file = Files.createFile(folder.resolve("file"));
    Process child =
        JavaProcess.of(
                List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "-Dhindsight.cache=" + file.resolve("cache")),
                Start.class)
            .redirectErrorStream(true)
            .start();
    List<String> told =
        new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    assertTrue(child.waitFor(120, TimeUnit.SECONDS));
    assertEquals(1, told.size(), told::toString);
    assertTrue(told.getFirst().contains("libraries cannot be unpacked"), told::toString);
    assertTrue(told.getFirst().contains(file.toString()), told::toString);
  }

  /// What the child process runs.
  static final class Start {
    private Start() {}

    public static void main(String[] arguments) {
      try {
        TorchEngine.scope().close();
      } catch (Problem problem) {
        System.out.println(problem.getMessage());
      }
    }
  }
}
