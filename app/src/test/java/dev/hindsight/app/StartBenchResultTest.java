package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartBenchResultTest {
  @TempDir private Path folder;

  @Test
  void figuresComeBackAsTheyWereWritten() throws IOException {
    Path file = folder.resolve("figures.txt");
    new StartBenchResult(678.5, 1234.5, 345.25, 1345.5).write(file);
    assertEquals(
        new StartBenchResult(678.5, 1234.5, 345.25, 1345.5),
        StartBenchResult.read(Files.readString(file)));
  }

  @Test
  void aWindowThatNeverCameUpIsNoFigure() {
    assertThrows(Problem.class, () -> StartBenchResult.read(""));
  }

  @Test
  void aProgramThatEndsWithoutAWindowIsToldOf() {
    Problem problem =
        assertThrows(
            Problem.class,
            () ->
                StartBenchResult.measure(
                    new ProcessBuilder("true", "open"),
                    new StartBenchResult.OpenTarget.Recording(Path.of("a.rollout"))));
    assertTrue(problem.getMessage().contains("no window was painted"));
  }
}
