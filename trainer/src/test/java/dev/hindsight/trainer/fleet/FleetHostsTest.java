package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.trainer.fleet.FleetRun.LearnerMain;
import dev.hindsight.trainer.fleet.FleetRun.WorkerMain;
import dev.hindsight.trainer.fleet.keys.FleetKeys;
import dev.hindsight.trainer.run.session.TrainingResult;
import dev.hindsight.trainer.study.Interval;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Learner and workers on three hosts, made of network namespaces around a switch: each is killed
/// in turn, a cable is cut, and a stranger wants to join. The machine's own network is left alone.
@Tag("nightly")
@Timeout(1200)
class FleetHostsTest {
  private static final String ADDRESS = "10.77.0.1:7355";

  /// How long the cable is cut.
  private static final long CUT_SECONDS = 30;

  /// The policy stays as it is, so that all updates are alike; episodes span several batches, so
  /// that a lost worker loses some.
  private static final List<String> RUN =
      List.of("updates=300", "learning_rate=0", "rows=segments", "bptt_horizon=35");

  @TempDir private Path folder;
  private final List<Process> processes = new ArrayList<>();
  private Path keys = Path.of("");
  private FleetHosts hosts = new FleetHosts(Path.of(""));

  @BeforeEach
  void name() {
    hosts = new FleetHosts(folder.resolve("ip"));
  }

  @AfterEach
  void endAll() throws IOException, InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
    hosts.remove();
  }

  /// Starts a program on a host.
  private Process on(int host, Class<?> main, String... arguments) throws IOException {
    Process process =
        hosts
            .on(host, main, arguments)
            .redirectError(folder.resolve("errors" + processes.size()).toFile())
            .start();
    processes.add(process);
    return process;
  }

  private Process worker(int host) throws IOException {
    return on(host, WorkerMain.class, ADDRESS, keys.toString());
  }

  private Process learner() throws IOException {
    List<String> arguments = new ArrayList<>(List.of(folder.resolve("run").toString()));
    arguments.addAll(RUN);
    arguments.addAll(List.of("fleet_bind=" + ADDRESS, "fleet_keys=" + keys));
    return on(0, LearnerMain.class, arguments.toArray(String[]::new));
  }

  private static void kill(Process process) throws InterruptedException {
    // The process's own method would also throw away what it has printed.
    assertTrue(process.toHandle().destroyForcibly());
    process.waitFor();
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

  @Test
  void killsACutCableAndAStrangerChangeNoMeanAndUnbalanceNoBook() throws Exception {
    assumeTrue(hosts.make(), "skipped: this machine lets nobody make network namespaces");
    keys = folder.resolve("keys");
    FleetKeys.create(keys);
    Path others = folder.resolve("others");
    FleetKeys.create(others);
    Process learner = learner();
    Process first = worker(1);
    Process second = worker(2);
    Process stranger = on(2, WorkerMain.class, ADDRESS, others.toString());
    BufferedReader said = out(learner);
    BufferedReader firstSaid = out(first);
    await(said, "update 5 ");

    hosts.cable(1, "down");
    assertFalse(learner.waitFor(CUT_SECONDS, TimeUnit.SECONDS), "the learner waits");
    String _ = await(firstSaid, "LearnerGone");
    hosts.cable(1, "up");
    assertTrue(await(firstSaid, "Assigned").contains("generation=1"));
    await(said, "failures 1 end");

    kill(second);
    second = worker(2);
    await(said, "failures 2 end");

    kill(first);
    first = worker(1);
    await(said, "failures 3 end");

    kill(learner);
    learner = learner();
    BufferedReader again = out(learner);
    String books = await(again, "ended");

    assertTrue(books.startsWith("ended FINISHED"), books);
    assertTrue(books.contains("balanced=true"), books);
    assertTrue(books.contains("failures=3"), books);
    assertTrue(books.contains("refusedDeliveries=0"), books);
    assertFalse(books.contains("infra_crash=0"), books);
    for (Process worker : List.of(first, second)) {
      String _ = await(out(worker), "Finished");
      assertEquals(0, worker.waitFor());
    }
    assertTrue(stranger.isAlive(), "it goes on trying");
    kill(stranger);
    assertFalse(out(stranger).lines().anyMatch(line -> line.contains("Joined")));
    compare(new FleetStoredRun(folder.resolve("run")).returns());
  }

  /// The planted mistake counts an episode in four as a return of 0.
  private void compare(double[] disturbed) {
    FleetStoredRun alone = new FleetStoredRun(folder.resolve("undisturbed"));
    TrainingResult _ = alone.train(_ -> {}, RUN.toArray(String[]::new));
    double[] undisturbed = alone.returns();
    assertTrue(undisturbed.length > 200 && disturbed.length > 200, "updates in which some ended");
    Interval difference = Interval.ofTwoArms(disturbed, undisturbed, Interval.Range.COUNT);
    assertTrue(difference.low() <= 0 && difference.high() >= 0, difference::toString);
    double[] planted = disturbed.clone();
    Arrays.setAll(planted, u -> 0.75 * disturbed[u]);
    assertTrue(
        Interval.ofTwoArms(planted, undisturbed, Interval.Range.COUNT).high() < 0,
        difference::toString);
  }
}
