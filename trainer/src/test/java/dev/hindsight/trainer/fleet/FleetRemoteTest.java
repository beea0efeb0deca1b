package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.JavaProcess;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.fleet.FleetRun.Outcome;
import dev.hindsight.trainer.fleet.FleetRun.WorkerMain;
import dev.hindsight.trainer.fleet.keys.FleetKeys;
import dev.hindsight.trainer.fleet.keys.FleetRole;
import dev.hindsight.trainer.learn.ppo.PpoType;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateProgress;
import dev.hindsight.trainer.run.ledger.CodeVersion;
import dev.hindsight.trainer.task.Cancellation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Workers that join over loopback: most are in this process, to save time; all that they exchange
/// with the learner goes through TLS as between processes.
class FleetRemoteTest {
  @TempDir private Path folder;
  private final Cancellation end = new Cancellation();
  private final List<Thread> threads = new ArrayList<>();
  private final List<Process> processes = new ArrayList<>();
  private final BlockingQueue<WorkerEvent> events = new LinkedBlockingQueue<>();
  private Path keys = Path.of("");
  private String address = "";

  @BeforeEach
  void makeKeys() throws IOException {
    keys = folder.resolve("keys");
    FleetKeys.create(keys);
    address = "127.0.0.1:" + LoopbackPort.free();
  }

  @AfterEach
  void endAll() throws InterruptedException {
    end.cancel();
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private FleetWorker worker() {
    return worker(FleetWorker.USUAL_PATIENCE);
  }

  private FleetWorker worker(Duration patience) {
    return new FleetWorker(
        FleetAddress.parse(address, "test"),
        Optional.empty(),
        keys,
        TrainingTask.Device.CPU,
        patience);
  }

  private Thread startWorker() {
    FleetWorker worker = worker();
    Thread thread = new Thread(() -> worker.run(events::add, end));
    threads.add(thread);
    thread.start();
    return thread;
  }

  private Process startProcess() throws IOException {
    Process process =
        JavaProcess.of(
                List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"),
                WorkerMain.class,
                address,
                keys.toString())
            .redirectError(folder.resolve("errors").toFile())
            .start();
    processes.add(process);
    return process;
  }

  private String[] listening(String... settings) {
    List<String> all = new ArrayList<>(List.of("fleet_bind=" + address, "fleet_keys=" + keys));
    all.addAll(List.of(settings));
    return all.toArray(String[]::new);
  }

  private Algorithm open(String... settings) {
    return new PpoType().open(FleetRun.task(listening(settings)));
  }

  @Test
  void workersThatJoinGiveTheBitsOfWorkersInThisProcessAndEndWithTheRun() throws Exception {
    Outcome here = FleetRun.train(FleetRun.task());
    Thread first = startWorker();
    Thread second = startWorker();
    Outcome there = FleetRun.train(FleetRun.task(listening()));
    first.join();
    second.join();
    assertArrayEquals(here.weights(), there.weights());
    assertEquals(here.books(), there.books());
    assertEquals(2, events.stream().filter(WorkerEvent.Finished.class::isInstance).count());
  }

  /// A fake reading of its memory; the process goes on with the next generation of its worker.
  @Test
  void aWorkerWhoseProcessUsesTooMuchMemoryIsReplacedInTheSameProcess() throws Exception {
    long most = Runtime.getRuntime().maxMemory();
    BlockingQueue<WorkerEvent> full = new LinkedBlockingQueue<>();
    BlockingQueue<WorkerEvent> empty = new LinkedBlockingQueue<>();
    Map.of(full, (long) (0.9 * most), empty, (long) (0.8 * most))
        .forEach((heard, memory) -> {
          FleetWorker worker = worker();
          Thread thread =
              new Thread(() -> worker.run(heard::add, end, CodeVersion.text(), () -> memory));
          threads.add(thread);
          thread.start();
        });
    FleetBooks books = FleetRun.train(FleetRun.task(listening("rounds_ahead=0"))).books();
    for (Thread thread : threads) {
      thread.join();
    }
    assertTrue(books.recycled() > 0, books.toString());
    assertTrue(books.balanced(), books.toString());
    assertEquals(0, books.failures());
    assertEquals(books.recycled(), lastGeneration(full));
    assertEquals(0, lastGeneration(empty));
    assertEquals(1, full.stream().filter(WorkerEvent.Joined.class::isInstance).count());
  }

  private static long lastGeneration(BlockingQueue<WorkerEvent> heard) {
    return heard.stream()
        .filter(WorkerEvent.Assigned.class::isInstance)
        .mapToLong(event -> ((WorkerEvent.Assigned) event).generation())
        .max()
        .orElseThrow();
  }

  @Test
  void aWorkerThatNoLearnerAnswersGivesUpWithOneLine() {
    Problem problem =
        assertThrows(Problem.class, () -> worker(Duration.ofSeconds(1)).run(events::add, end));
    assertTrue(problem.getMessage().contains("no learner has answered for 1 s"));
    assertFalse(problem.getMessage().contains("\n"));
  }

  @Test
  void aWorkerThatIsCutOffWhileTheRunEndsGivesUpAfterThePatienceSinceTheLoss() {
    AtomicLong now = new AtomicLong();
    FleetAddress learner = FleetAddress.parse(address, "test");
    JoinPatience patience = new JoinPatience(Duration.ofNanos(10), now::get);
    now.set(10);
    patience.check(learner);
    patience.joined();
    now.set(1000);
    patience.check(learner);
    patience.lost();
    now.set(1010);
    patience.check(learner);
    now.set(1011);
    assertThrows(Problem.class, () -> patience.check(learner));
    patience.joined();
    patience.check(learner);
  }

  /// A process that is killed is noticed, what it had under way is booked as lost, and a worker
  /// that waits takes its place with the next generation.
  @Test
  void aKilledProcessIsReplacedAndTheBooksBalance() throws Exception {
    Process victim = startProcess();
    try (Algorithm algorithm = open("updates=100000");
        var said = victim.inputReader(StandardCharsets.UTF_8)) {
      while (!said.readLine().startsWith("Joined")) {
        assertTrue(victim.isAlive());
      }
      startWorker();
      algorithm.update();
      startWorker();
      victim.destroyForcibly().waitFor();
      FleetBooks books = algorithm.books().orElseThrow();
      while (books.failures() == 0) {
        algorithm.update();
        books = algorithm.books().orElseThrow();
      }
      algorithm.update();
      books = algorithm.books().orElseThrow();
      assertTrue(books.balanced(), books.toString());
      assertTrue(books.lost() > 0, "episodes of segments were under way: " + books);
      assertEquals(0, books.refusedDeliveries());
      boolean replaced = false;
      while (!replaced) {
        replaced =
            events.take() instanceof WorkerEvent.Assigned assigned && assigned.generation() == 1;
      }
    }
  }

  /// The victim is killed in its first batch, once the learner has heard that it runs ticks.
  @Test
  void whatAKilledProcessHadCollectedIsBookedAsWasted() throws Exception {
    Process victim = startProcess();
    AtomicBoolean killed = new AtomicBoolean();
    try (Algorithm algorithm = open("fleet_workers=1", "num_envs=3000", "bptt_horizon=70")) {
      algorithm.follow(
          new UpdateProgress() {
            @Override
            public void reached(Phase phase, int done, int inAll) {}

            @Override
            public void waits() {
              var phase = algorithm.fleet().orElseThrow().workers().getFirst().phase();
              if (phase == FleetState.WorkerPhase.COLLECTING && !killed.getAndSet(true)) {
                victim.destroyForcibly();
                startWorker();
              }
            }
          });
      algorithm.update();
      FleetBooks books = algorithm.books().orElseThrow();
      assertTrue(killed.get());
      assertEquals(1, books.failures());
      assertTrue(books.balanced(), books.toString());
      assertTrue(books.wastedSteps() > 0, books.toString());
      assertTrue(books.lost() > 0, books.toString());
    }
  }

  /// The learner is lost and another one goes on from its state: workers join it on their own, and
  /// the bits are those of a run that was not interrupted.
  @Test
  void workersJoinAgainWhenTheLearnerGoesOnFromACheckpoint() throws Exception {
    Outcome whole = FleetRun.train(FleetRun.task());
    startWorker();
    startWorker();
    List<Tensor> tensors = new ArrayList<>();
    try (Algorithm algorithm = open()) {
      for (int i = 0; i < 5; i++) {
        algorithm.update();
      }
      tensors.addAll(algorithm.weights());
      tensors.addAll(algorithm.optimiser());
    }
    try (Algorithm algorithm = open()) {
      Map<String, Tensor> all =
          tensors.stream().collect(Collectors.toMap(Tensor::name, tensor -> tensor));
      algorithm.restore(all, 5);
      while (algorithm.updates() < algorithm.updatesInAll()) {
        algorithm.update();
      }
      Outcome resumed = FleetRun.outcome(algorithm);
      assertArrayEquals(whole.weights(), resumed.weights());
      assertEquals(whole.books(), resumed.books());
    }
  }

  /// A learner that was killed after its last update is started again: its workers still look for
  /// it. The planted mistake tells only those that have already joined.
  @Test
  void workersThatComeAfterTheLastUpdateHearThatTheRunHasEnded() throws Exception {
    startWorker();
    startWorker();
    List<Tensor> tensors = new ArrayList<>();
    try (Algorithm algorithm = open("updates=1")) {
      algorithm.update();
      tensors.addAll(algorithm.weights());
      tensors.addAll(algorithm.optimiser());
    }
    for (Thread thread : threads) {
      thread.join();
    }
    events.clear();

    Thread late = startWorker();
    Thread later = startWorker();
    try (Algorithm algorithm = open("updates=1")) {
      algorithm.restore(
          tensors.stream().collect(Collectors.toMap(Tensor::name, tensor -> tensor)), 1);
    }
    late.join();
    later.join();
    assertEquals(2, events.stream().filter(WorkerEvent.Finished.class::isInstance).count());
  }

  @Test
  void aWorkerOfAnotherVersionIsRefusedAndHearsWhy() {
    try (Algorithm _ = open()) {
      Problem refusal =
          assertThrows(Problem.class, () -> worker().run(events::add, end, "0.0.0+other", () -> 0));
      assertTrue(refusal.getMessage().contains("0.0.0+other"), refusal.getMessage());
    }
  }

  @Test
  void aWorkerWithKeysOfAnotherFleetHearsThatTheyAreNotTheLearnersOnes() throws IOException {
    Path others = folder.resolve("others");
    FleetKeys.create(others);
    FleetWorker stranger =
        new FleetWorker(
            FleetAddress.parse(address, "test"),
            Optional.empty(),
            others,
            TrainingTask.Device.CPU,
            FleetWorker.USUAL_PATIENCE);
    try (Algorithm _ = open()) {
      Problem refusal = assertThrows(Problem.class, () -> stranger.run(events::add, end));
      assertTrue(refusal.getMessage().contains("keys of another fleet"), refusal.getMessage());
      assertTrue(refusal.getMessage().contains(others.toString()), refusal.getMessage());
    }
  }

  /// Blocks until the other end closes the connection; what it says before does not matter.
  private static void untilClosed(Socket socket) throws IOException {
    while (socket.getInputStream().read() >= 0) {
      assertTrue(socket.isConnected());
    }
  }

  @Test
  void strangersAndUnencryptedPeersAreTurnedAway() throws IOException {
    Path others = folder.resolve("others");
    FleetKeys.create(others);
    int port = FleetAddress.parse(address, "test").port();
    try (Algorithm _ = open()) {
      FleetKeys stranger = FleetKeys.read(others, FleetRole.WORKER);
      assertThrows(SSLException.class, () -> speak(stranger, port));
      try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), port)) {
        plain.getOutputStream().write("AKKA\1\0\0\0\0".getBytes(StandardCharsets.US_ASCII));
        plain.getOutputStream().write(new byte[100_000]);
        untilClosed(plain);
      } catch (IOException _) {
        // It was closed before everything was written.
      }
      try (SSLSocket worker = socket(FleetKeys.read(keys, FleetRole.WORKER), port)) {
        worker.startHandshake();
        assertEquals("TLSv1.3", worker.getSession().getProtocol());
      }
    }
  }

  private static SSLSocket socket(FleetKeys keys, int port) throws IOException {
    return (SSLSocket)
        keys.context().getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
  }

  private static void speak(FleetKeys keys, int port) throws IOException {
    try (SSLSocket socket = socket(keys, port)) {
      socket.startHandshake();
      untilClosed(socket);
    }
  }

  @Test
  void aTaskComesOutWithTheFilesThatItNeedsAndNoNameLeadsElsewhere() throws IOException {
    Path map = folder.resolve("worlds").resolve("a map");
    Files.createDirectories(map.resolve("deep"));
    Files.writeString(map.resolve("deep").resolve("x.txt"), "content");
    byte[] sent = TaskContent.ofFiles(map);
    Path there = TaskContent.files(new WireReader(sent), folder.resolve("there"));
    assertEquals("content", Files.readString(there.resolve("deep").resolve("x.txt")));
    for (String name : List.of("../x", "/x", "a/../../x", "a\\x", "", ".", "c:x")) {
      byte[] hostile = new WireWriter().text("a").number(1).text(name).bytes(new byte[3]).written();
      assertThrows(
          WireReader.WireException.class,
          () -> TaskContent.files(new WireReader(hostile), folder.resolve("hostile")),
          name);
    }
    try (Stream<Path> all = Files.walk(folder.resolve("hostile"))) {
      assertEquals(0, all.filter(Files::isRegularFile).count());
    }
  }
}
