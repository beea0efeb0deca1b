package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  void howManyMomentsAreNotListedIsSaid() {
    String told = credit("3:1");
    assertTrue(told.contains(" moments worth less; --json lists all"), told);
  }

  @Test
  void optionsThatWouldBeIgnoredAreRefused() {
    String file = room().toString();
    String[][] wrong = {
      {"--summary --at: a summary is about the whole recording", "--summary", "--at", "1:3"},
      {"--summary --agent: a summary is about the whole recording", "--summary", "--agent", "0"},
      {"--summary --per: a summary is about the whole recording", "--summary", "--per", "tick"},
      {"--summary --of: a summary is about the whole recording", "--summary", "--of", "value"},
      {"--summary --mean: a summary is about the whole recording", "--summary", "--mean"},
      {"--summary --draws: a summary is about the whole recording", "--summary", "--draws", "1"},
      {"--draws: draws differ only in a score", "--at", "1:3", "--draws", "4"},
      {"--score --of: --score measures the score", "--at", "1:3", "--score", "--of", "value"},
      {"--before: only a summary counts ticks", "--at", "1:3", "--before", "5"},
      {"--before: -1 ticks are too few", "--summary", "--before", "-1"},
    };
    for (String[] each : wrong) {
      List<String> line = new ArrayList<>(List.of("credit", file));
      line.addAll(List.of(each).subList(1, each.length));
      CapturedCommand run = CapturedCommand.of(line.toArray(String[]::new));
      assertEquals(1, run.exitCode(), run.out());
      assertTrue(run.err().contains(each[0]), run.err());
    }
  }

  @Test
  void aSummaryMayLookAtTheOutcomeAlone() {
    CapturedCommand run =
        CapturedCommand.of("credit", room().toString(), "--summary", "--before", "0");
    assertFalse(run.err().contains("too few"), run.err());
  }

  @Test
  void aSingleMomentIsNotSaidToShareItsInformation() {
    String file = room().toString();
    CapturedCommand one =
        CapturedCommand.of("credit", file, "--at", "2:0", "--score", "--per", "trial");
    assertEquals(0, one.exitCode(), one.err());
    assertFalse(one.out().contains("Try --per trial"), one.out());
  }

  @Test
  void whereMemoryBeginsThatIsSaid() {
    String told = credit("0");
    assertTrue(told.contains("Memory is empty at this tick: choose a later one."), told);
  }
}
