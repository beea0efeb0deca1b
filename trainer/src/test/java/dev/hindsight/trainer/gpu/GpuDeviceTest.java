package dev.hindsight.trainer.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class GpuDeviceTest {
  private static final GpuDevice H100 =
      new GpuDevice("NVIDIA H100 80GB HBM3", "570.86.10", "81559 MiB");

  @TempDir Path folder;

  @Test
  void theFirstGpuOfTheDriversTableIsRead() {
    assertEquals(
        Optional.of(H100),
        GpuDevice.parse(
            """
            NVIDIA H100 80GB HBM3, 570.86.10, 81559 MiB
            NVIDIA A100-SXM4-40GB, 570.86.10, 40960 MiB
            """));
    assertEquals(Optional.empty(), GpuDevice.parse("No devices were found\n"));
    assertEquals("NVIDIA H100 80GB HBM3, driver 570.86.10, 81559 MiB", H100.toString());
  }

  @Test
  void aGpuOfAnotherKindIsRefusedByName() {
    H100.check(Optional.empty());
    H100.check(Optional.of("h100"));
    Problem problem = assertThrows(Problem.class, () -> H100.check(Optional.of("A100")));
    assertEquals("the GPU is NVIDIA H100 80GB HBM3, and A100 is required", problem.what());
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aProgramThatHangsSaysNothingAndIsEnded() {
    long begin = System.nanoTime();
    assertEquals(Optional.empty(), GpuDevice.answer(List.of("sleep", "60"), 1));
    assertTrue(System.nanoTime() - begin < 30_000_000_000L);
    assertEquals(Optional.of("here\n"), GpuDevice.answer(List.of("echo", "here"), 20));
  }

  @Test
  void aProgramThatCannotBeStartedLeavesNoFile() throws IOException {
    List<Path> before = left();
    assertEquals(
        Optional.empty(), GpuDevice.answer(List.of(folder.resolve("none").toString()), 20));
    assertEquals(before, left());
  }

  private static List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("hindsight-gpu"))
          .sorted()
          .toList();
    }
  }
}
