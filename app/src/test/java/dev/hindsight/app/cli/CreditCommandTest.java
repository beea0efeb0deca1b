package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Memory credit on the command line.
class CreditCommandTest {
  @TempDir private Path folder;

  private String credit(String at) {
    CapturedCommand run = CapturedCommand.of("credit", room().toString(), "--at", at);
    assertEquals(0, run.exitCode(), run.err());
    return run.out();
  }

  private Path room() {
    Path file = folder.resolve("room.rollout");
    CapturedCommand run =
        CapturedCommand.of(
            "record",
            "--env",
            "darkroom",
            "--checkpoint",
            "darkroom-5x5",
            "--actions",
            "sample",
            "--ticks",
            "30",
            "--out",
            file.toString());
    assertEquals(0, run.exitCode(), run.err());
    return file;
  }

  @Test
  void theMostWorthyMomentsAreListed() {
    String told = credit("1:3");
    assertTrue(told.contains("worth of 3 earlier moments"), told);
    assertEquals(6, told.strip().lines().count(), "with the caution about a single query: " + told);
    assertTrue(told.contains("largest, a result together with the tick that shows it"), told);
  }

  @Test
  void whereMemoryBeginsThatIsSaid() {
    String told = credit("0");
    assertTrue(told.contains("Memory is empty at this tick: choose a later one."), told);
  }
}
