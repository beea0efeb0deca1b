package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CommandLineTest {
  @Test
  void aCommandThatDoesNotExistIsOneLineAndExitCodeTwo() {
    CapturedCommand run = CapturedCommand.of("recrod");
    assertEquals(2, run.exitCode());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.out().isEmpty());
  }

  @Test
  void aNameThatNoFileCanHaveIsOneLineWithoutWordsOfJava() {
    CapturedCommand run = CapturedCommand.of("info", "a\0b");
    assertEquals(2, run.exitCode());
    assertEquals(1, run.err().lines().count(), run.err());
    assertFalse(run.err().contains("java"), run.err());
  }

  @Test
  void aLongWordIsCutInTheLineAboutIt() {
    CapturedCommand run = CapturedCommand.of("record", "--ticks", "9".repeat(100_000) + "x");
    assertEquals(2, run.exitCode());
    assertTrue(run.err().length() < 2_000, run.err());
  }

  @Test
  void helpGoesToStdoutAndSucceeds() {
    CapturedCommand run = CapturedCommand.of("--help");
    assertEquals(0, run.exitCode());
    assertTrue(run.out().contains("hindsight"));
  }
}
