package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartBenchResultTest {
  private static final List<String> CALLED = List.of("bench", "start", "a.rollout");

  @TempDir private Path folder;

  @Test
  void theProgramIsStartedAgainWithTheSameOptions() {
    assertEquals(
        List.of("java", "-Xmx1g", "-cp", "lib/*", "Main", "open"),
        StartBenchResult.line(
            List.of("java", "-Xmx1g", "-cp", "lib/*", "Main", "bench", "start", "a.rollout"),
            CALLED));
  }

  @Test
  void aSystemThatDoesNotTellHowItWasStartedIsToldOf() {
    for (List<String> line : List.of(List.of("java"), CALLED, List.<String>of())) {
      Problem problem = assertThrows(Problem.class, () -> StartBenchResult.line(line, CALLED));
      assertTrue(problem.getMessage().contains("how the program was started"));
    }
  }

  @Test
  void figuresComeBackAsTheyWereWritten() throws IOException {
    Path file = folder.resolve("figures.txt");
    new StartBenchResult(1234.5, 345.25, 1345.5).write(file);
    assertEquals(
        new StartBenchResult(1234.5, 345.25, 1345.5),
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
                    List.of("true", "bench", "start", "a.rollout"),
                    CALLED,
                    new StartBenchResult.OpenTarget.Recording(Path.of("a.rollout"))));
    assertTrue(problem.getMessage().contains("no window was painted"));
  }

  @Test
  void theMarkOfALauncherIsNotHandedOn() {
    Map<String, String> environment = new HashMap<>(Map.of("_JPACKAGE_LAUNCHER", "1", "A", "B"));
    StartBenchResult.likeByHand(environment);
    assertEquals(Map.of("A", "B"), environment);
  }
}
