package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
  void helpGoesToStdoutAndSucceeds() {
    CapturedCommand run = CapturedCommand.of("--help");
    assertEquals(0, run.exitCode());
    assertTrue(run.out().contains("hindsight"));
  }
}
