package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.JavaProcess;
import dev.hindsight.trainer.fleet.FleetRun.WorkerMain;
import dev.hindsight.trainer.fleet.keys.FleetKeys;
import dev.hindsight.trainer.learn.ppo.PpoType;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.UpdateReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A hundred kills of real processes, each of which is started again at once. It reports how long
/// it takes until the replacement has delivered.
@Tag("nightly")
@Timeout(3600)
class FleetKillsTest {
  private static final int WORKERS = 4;

  /// Rounds in which one worker is killed.
  private static final int ALONE = 20;

  /// Rounds in which all are killed at once.
  private static final int TOGETHER = 20;

  @TempDir private Path folder;
  private final List<Process> processes = new ArrayList<>();
  private Path keys = Path.of("");
  private String address = "";

  private Process worker() throws IOException {
    Process process =
        JavaProcess.of(
                List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"),
                WorkerMain.class,
                address,
                keys.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    processes.add(process);
    return process;
  }

  @AfterEach
  void endAll() throws InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
  }

  private void killAndStart(int count) throws IOException, InterruptedException {
    for (int k = 0; k < count; k++) {
      processes.removeFirst().destroyForcibly().waitFor();
    }
    for (int k = 0; k < count; k++) {
      worker();
    }
  }

  /// Kills some workers and trains until all of their replacements have delivered.
  ///
  /// @return the seconds that it took
  private double round(Algorithm algorithm, int count) throws IOException, InterruptedException {
    long before = books(algorithm).failures();
    long begin = System.nanoTime();
    killAndStart(count);
    while (books(algorithm).failures() < before + count) {
      UpdateReport _ = algorithm.update();
    }
    // A batch may have arrived before its worker's death.
    UpdateReport _ = algorithm.update();
    double seconds = (System.nanoTime() - begin) * 1e-9;
    FleetBooks books = books(algorithm);
    assertEquals(before + count, books.failures(), "each death is noticed once");
    assertTrue(books.balanced(), books::toString);
    return seconds;
  }

  private static FleetBooks books(Algorithm algorithm) {
    return algorithm.books().orElseThrow();
  }

  @Test
  void aHundredKilledProcessesLoseNothingAndCountNothingTwice(TestReporter reporter)
      throws Exception {
    keys = folder.resolve("keys");
    FleetKeys.create(keys);
    address = "127.0.0.1:" + LoopbackPort.free();
    DoubleSummaryStatistics alone = new DoubleSummaryStatistics();
    DoubleSummaryStatistics together = new DoubleSummaryStatistics();
    try (Algorithm algorithm =
        new PpoType()
            .open(
                FleetRun.task(
                    "num_envs=" + 2 * WORKERS,
                    "updates=1000000",
                    "recycle_epochs=1000000",
                    "fleet_workers=" + WORKERS,
                    "fleet_bind=" + address,
                    "fleet_keys=" + keys))) {
      for (int w = 0; w < WORKERS; w++) {
        worker();
      }
      UpdateReport _ = algorithm.update();
      for (int round = 0; round < ALONE; round++) {
        alone.accept(round(algorithm, 1));
      }
      for (int round = 0; round < TOGETHER; round++) {
        together.accept(round(algorithm, WORKERS));
      }
      FleetBooks books = books(algorithm);
      assertEquals(ALONE + WORKERS * TOGETHER, books.failures());
      assertEquals(0, books.refusedDeliveries());
      assertEquals(0, books.recycled());
      assertTrue(books.lost() > 0, books::toString);
      assertEquals(WORKERS * algorithm.updates(), books.accepted(), "one batch for each update");
      reporter.publishEntry("books", books.toString());
      algorithm.endWorkers();
    }
    reporter.publishEntry("seconds from a kill to a batch, one of four killed", alone.toString());
    reporter.publishEntry("the same, all four killed", together.toString());
  }
}
