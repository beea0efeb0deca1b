package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.JavaProcess;
import dev.hindsight.trainer.Problem;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class KilledRecorderTest {
  private static final int CHUNK_TICKS = 7;

  @TempDir Path folder;

  @Test
  void atMostTheLastChunkIsLost() throws Exception {
    Random random = new Random(3);
    for (int round = 0; round < 3; round++) {
      Path file = folder.resolve(round + ".rollout");
      int ended = recordAndKill(file, 1 + random.nextInt(3000));
      assertFalse(Files.exists(file), "nothing half-written under the name");
      try (Rollout rollout = Rollouts.open(RolloutFile.partOf(file))) {
        assertFalse(rollout.complete());
        // The first tick of a chunk ends only when the chunk before is on the disk.
        int certain = (ended - 1) / CHUNK_TICKS * CHUNK_TICKS;
        assertTrue(rollout.ticks() >= certain, rollout.ticks() + " left of " + ended);
        assertEquals(0, rollout.ticks() % CHUNK_TICKS);
        Channel last = rollout.channels().getFirst();
        for (int tick = 0; tick < rollout.ticks(); tick++) {
          assertEquals(TestRecordings.number(0, tick, 2), last.integer(tick, 2));
        }
      }
    }
  }

  /// Lets a process record, and kills it once it has reported some ticks.
  ///
  /// @return how many ticks it reported in all
  private static int recordAndKill(Path file, int enough) throws IOException, InterruptedException {
    Process process = endless(file);
    int ended = 0;
    boolean killed = false;
    try (BufferedReader reports = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reports.readLine(); line != null; line = reports.readLine()) {
        // The line that death cut off may lack digits, which makes it a smaller number.
        ended = line.isEmpty() ? ended : Math.max(ended, Integer.parseInt(line));
        if (ended >= enough && !killed) {
          killed = true;
          // The process's own method would also throw away what it has printed.
          assertTrue(process.toHandle().destroyForcibly());
        }
      }
    }
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    assertTrue(ended >= enough, "it died by itself");
    return ended;
  }

  /// Starts a process that records for ever.
  static Process endless(Path file) throws IOException {
    return JavaProcess.of(List.of(), Endless.class, file.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /// The output of another process that tries to record to a file being written; it is killed if it
  /// succeeds.
  static String refused(Path file) throws IOException {
    Process process = endless(file);
    try (BufferedReader reports = process.inputReader(StandardCharsets.UTF_8)) {
      return String.valueOf(reports.readLine());
    } finally {
      process.destroyForcibly();
    }
  }

  /// Records for ever, and reports every tick that has ended.
  static final class Endless {
    private Endless() {}

    public static void main(String[] arguments) {
      Path file = Path.of(arguments[0]);
      Manifest manifest = TestRecordings.manifest(TestRecordings.COLUMNS, CHUNK_TICKS);
      try (RolloutWriter writer = RolloutWriter.create(file, manifest, TestRecordings.COLUMNS)) {
        for (int tick = 0; ; tick++) {
          TestRecordings.tick(writer, TestRecordings.COLUMNS, tick);
          System.out.println(tick + 1);
        }
      } catch (Problem _) {
        System.out.println("taken");
      }
    }
  }
}
