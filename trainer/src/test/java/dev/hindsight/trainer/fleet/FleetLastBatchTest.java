package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.trainer.JavaProcess;
import dev.hindsight.trainer.fleet.FleetRun.LearnerMain;
import dev.hindsight.trainer.fleet.FleetRun.WorkerMain;
import dev.hindsight.trainer.fleet.keys.FleetKeys;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A run loses its learner, a worker or the network while the last batches are delivered, the last
/// update is learned, or its end is written. It ends with all updates and with books that balance,
/// and every process ends by itself.
@Tag("nightly")
@Timeout(3600)
class FleetLastBatchTest {
  private static final int UPDATES = 4;

  /// Times that a worker is killed at a random moment of the last update.
  private static final int KILLS = 3;

  /// Times that a cable is cut at a random moment of the last update.
  private static final int CUTS = 2;

  /// How long the cable stays cut: long enough that both sides notice.
  private static final long CUT_SECONDS = 25;

  /// How long a worker looks for a learner that may have gone for good. On a busy machine, it takes
  /// minutes to find one that is there.
  private static final int PATIENCE_SECONDS = 300;

  /// So much that the last update takes longer than [#LONG_UPDATE_MILLIS].
  private static final String[] LONG_UPDATES = {
    "num_envs=1200", "hidden_size=64", "update_epochs=8"
  };

  private static final int LONG_UPDATE_MILLIS = 1_000;

  private static final List<String> RUN =
      List.of("updates=" + UPDATES, "rows=segments", "bptt_horizon=35");

  @TempDir private Path folder;
  private final List<Process> processes = new ArrayList<>();
  private FleetHosts hosts = new FleetHosts(Path.of(""));
  private Path keys = Path.of("");
  private String address = "";
  private boolean many;

  @BeforeEach
  void make() throws IOException {
    hosts = new FleetHosts(folder.resolve("ip"));
    keys = folder.resolve("keys");
    FleetKeys.create(keys);
    address = "127.0.0.1:" + LoopbackPort.free();
  }

  @AfterEach
  void endAll() throws InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
    if (many) {
      hosts.remove();
    }
  }

  private Process start(int host, Class<?> main, String... arguments) throws IOException {
    ProcessBuilder builder =
        many
            ? hosts.on(host, main, arguments)
            : JavaProcess.of(
                List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"),
                main,
                arguments);
    Process process =
        builder.redirectError(folder.resolve("errors" + processes.size()).toFile()).start();
    processes.add(process);
    return process;
  }

  private Process worker(int host) throws IOException {
    return start(host, WorkerMain.class, address, keys.toString());
  }

  /// A worker that gives up after a while.
  ///
  /// @param own where it listens
  private Process impatient(int host, String own) throws IOException {
    String patience = Integer.toString(PATIENCE_SECONDS);
    return start(host, WorkerMain.class, address, keys.toString(), own, patience);
  }

  private Process learner(Path run, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(run.toString()));
    arguments.addAll(RUN);
    arguments.addAll(List.of("fleet_bind=" + address, "fleet_keys=" + keys));
    arguments.addAll(List.of(more));
    return start(0, LearnerMain.class, arguments.toArray(String[]::new));
  }

  private static BufferedReader out(Process process) {
    return process.inputReader(StandardCharsets.UTF_8);
  }

  /// Reads until a line has a text.
  private static String await(BufferedReader lines, String text) throws IOException {
    String line = lines.readLine();
    while (line != null && !line.contains(text)) {
      line = lines.readLine();
    }
    assertNotNull(line, () -> "it ended before it said: " + text);
    return line;
  }

  private static void kill(Process process) throws InterruptedException {
    // The process's own method would also throw away what it has printed.
    assertTrue(process.toHandle().destroyForcibly());
    process.waitFor();
  }

  private static void finished(Process learner, String books) throws InterruptedException {
    assertTrue(books.startsWith("ended FINISHED after " + UPDATES + " "), books);
    assertTrue(books.contains("balanced=true"), books);
    assertTrue(books.contains("refusedDeliveries=0"), books);
    assertTrue(books.contains("accepted=" + 2 * UPDATES + ","), books);
    assertTrue(learner.waitFor(60, TimeUnit.SECONDS), "the learner does not end");
    assertEquals(0, learner.exitValue());
  }

  private static void left(Process worker) throws IOException, InterruptedException {
    String _ = await(out(worker), "Finished");
    assertTrue(worker.waitFor(60, TimeUnit.SECONDS), "the worker does not end");
    assertEquals(0, worker.exitValue());
  }

  /// It waits for batches, learns, or writes.
  @Test
  void aLearnerThatIsKilledInItsLastUpdateEndsWhenItIsStartedAgain() throws Exception {
    Random random = new Random(5);
    for (int round = 0; round < KILLS; round++) {
      Path run = folder.resolve("run" + round);
      Process learner = learner(run, LONG_UPDATES);
      List<Process> workers = List.of(worker(1), worker(2));
      String _ = await(out(learner), "update " + (UPDATES - 1) + " ");
      Thread.sleep(random.nextInt(LONG_UPDATE_MILLIS));
      kill(learner);

      Process again = learner(run, LONG_UPDATES);
      finished(again, await(out(again), "ended"));
      for (Process worker : workers) {
        left(worker);
      }
    }
  }

  /// Nothing is left to learn, but no worker has been told: the last update is written, or the
  /// state of the workers is, too.
  @ParameterizedTest
  @ValueSource(strings = {"updated-4", "fleet-4"})
  void aLearnerThatIsKilledAfterItsLastUpdateTellsItsWorkersWhenItIsStartedAgain(String moment)
      throws Exception {
    Path run = folder.resolve("run");
    Process learner = learner(run, LearnerMain.HALT + moment);
    List<Process> workers = List.of(worker(1), worker(2));
    String _ = await(out(learner), "halts");
    assertEquals(137, learner.waitFor());

    Process again = learner(run);
    finished(again, await(out(again), "ended"));
    for (Process worker : workers) {
      left(worker);
    }
  }

  /// The workers have been told, but the ledger may not yet say that the run has finished.
  @Test
  void aLearnerThatIsKilledWhileItsWorkersLeaveEndsWithoutThem() throws Exception {
    Path run = folder.resolve("run");
    Process learner = learner(run, LearnerMain.HALT + "ended");
    List<Process> workers = List.of(worker(1), worker(2));
    for (Process worker : workers) {
      left(worker);
    }
    assertEquals(137, learner.waitFor());
    Process again = learner(run);
    finished(again, await(out(again), "ended"));
  }

  @Test
  void aWorkerThatIsKilledInTheLastUpdateIsReplacedOrNotNeeded() throws Exception {
    Random random = new Random(3);
    for (int round = 0; round < KILLS; round++) {
      Process learner = learner(folder.resolve("run" + round));
      Process first = worker(1);
      Process second = worker(2);
      BufferedReader said = out(learner);
      String _ = await(said, "update " + (UPDATES - 1) + " ");
      Thread.sleep(random.nextInt(300));
      kill(second);
      second = impatient(2, "127.0.0.1:" + LoopbackPort.free());
      finished(learner, await(said, "ended"));
      left(first);
      // The learner may have ended before the new one could join.
      assertTrue(second.waitFor(2L * PATIENCE_SECONDS, TimeUnit.SECONDS), "it does not end");
      ends(second);
    }
  }

  /// It has heard of the end, or gives up because no learner answers, and says so.
  private void ends(Process worker) throws IOException {
    List<String> said = out(worker).lines().toList();
    boolean told = !said.isEmpty() && said.getLast().contains("Finished");
    assertEquals(told ? 0 : 1, worker.exitValue(), said::toString);
    String wrong = Files.readString(folder.resolve("errors" + processes.indexOf(worker)));
    assertTrue(told || wrong.contains("no learner has answered"), wrong);
  }

  @Test
  void aCableThatIsCutInTheLastUpdateDelaysItAtMost() throws Exception {
    many = true;
    assumeTrue(hosts.make(), "skipped: this machine lets nobody make network namespaces");
    address = "10.77.0.1:7355";
    Random random = new Random(4);
    for (int round = 0; round < CUTS; round++) {
      Process learner = learner(folder.resolve("run" + round));
      Process first = worker(1);
      Process second = impatient(2, "10.77.0.3:" + (7400 + round));
      BufferedReader said = out(learner);
      String _ = await(said, "update " + (UPDATES - 1) + " ");
      Thread.sleep(random.nextInt(300));
      hosts.cable(2, "down");
      boolean before = learner.waitFor(CUT_SECONDS, TimeUnit.SECONDS);
      hosts.cable(2, "up");
      finished(learner, await(said, "ended"));
      left(first);
      assertTrue(second.waitFor(2L * PATIENCE_SECONDS, TimeUnit.SECONDS), "it does not end");
      if (!before) {
        assertEquals(0, second.exitValue(), "it was needed, so it was told");
      }
      ends(second);
    }
  }
}
