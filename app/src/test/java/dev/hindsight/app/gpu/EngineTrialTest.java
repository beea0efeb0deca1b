package dev.hindsight.app.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.gpu.FakeTorch;
import dev.hindsight.trainer.task.Cancellation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTrialTest {
  @TempDir private Path folder;

  private Path fake() throws IOException {
    return FakeTorch.pip(folder, "2.7.1+cu128", "12.8").resolve("lib");
  }

  @Test
  void whatDoesNotWorkIsToldInOneLine() throws Exception {
    Path libraries = fake();
    Problem problem =
        assertThrows(Problem.class, () -> EngineTrial.run(libraries, new Cancellation()));
    String said = problem.getMessage();
    assertTrue(said.contains("FAIL engine"), said);
    assertTrue(said.contains(libraries.toString()), said);
  }

  @Test
  void itCanBeCancelled() throws Exception {
    Path libraries = fake();
    Cancellation cancellation = new Cancellation();
    cancellation.cancel();
    assertThrows(CancellationException.class, () -> EngineTrial.run(libraries, cancellation));
  }

  @Test
  void theReasonIsACrashThenAGateThenWhatTheProgramSays() {
    List<String> crash = List.of("PASS engine: x", "#", "#  SIGSEGV (0xb) at pc=0x1", "#");
    List<String> errors = List.of("Picked up …", "hindsight: no space left");
    assertEquals("SIGSEGV (0xb) at pc=0x1", EngineTrial.reason(crash, errors, 134));
    assertEquals(
        "FAIL engine: no", EngineTrial.reason(List.of("PASS a", "FAIL engine: no"), errors, 10));
    assertEquals("no space left", EngineTrial.reason(List.of(), errors, 1));
    assertTrue(EngineTrial.reason(List.of(), List.of(), 137).contains("137"));
  }
}
