package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.trainer.JavaProcess;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.fleet.FleetRun.LearnerMain;
import dev.hindsight.trainer.fleet.keys.FleetKeys;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.run.session.TrainingResult;
import dev.hindsight.trainer.task.Cancellation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A learner that is killed, whose disk is full, or that is told to stop, and what its workers do
/// then. They join over loopback, from threads of this process.
@Timeout(600)
class FleetLearnerTest {
  @TempDir private Path folder;
  private final Cancellation end = new Cancellation();
  private final List<Thread> threads = new ArrayList<>();
  private final BlockingQueue<WorkerEvent> events = new LinkedBlockingQueue<>();
  private Path keys = Path.of("");
  private String address = "";

  @BeforeEach
  void startWorkers() throws IOException {
    keys = folder.resolve("keys");
    FleetKeys.create(keys);
    address = "127.0.0.1:" + LoopbackPort.free();
    for (int i = 0; i < 2; i++) {
      FleetWorker worker =
          new FleetWorker(
              FleetAddress.parse(address, "test"),
              Optional.empty(),
              keys,
              TrainingTask.Device.CPU,
              FleetWorker.USUAL_PATIENCE);
      Thread thread = new Thread(() -> worker.run(events::add, end));
      threads.add(thread);
      thread.start();
    }
  }

  @AfterEach
  void endWorkers() throws InterruptedException {
    end.cancel();
    joinWorkers();
  }

  private void joinWorkers() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private String[] listening(String... more) {
    List<String> all = new ArrayList<>(List.of("fleet_bind=" + address, "fleet_keys=" + keys));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private FleetStoredRun undisturbed(String... settings) {
    FleetStoredRun whole = new FleetStoredRun(folder.resolve("undisturbed"));
    TrainingResult _ = whole.train(_ -> {}, settings);
    return whole;
  }

  private long heard(Class<? extends WorkerEvent> kind) {
    return events.stream().filter(kind::isInstance).count();
  }

  /// The planted mistake tells workers nothing unless all updates are done: they would wait for a
  /// learner that goes on.
  @Test
  void workersEndWithARunThatIsStoppedBeforeItsLastUpdate() throws Exception {
    TrainingResult stopped =
        new FleetStoredRun(folder.resolve("run")).stopAfter(3, listening("updates=1000000"));

    assertEquals(RunStatus.STOPPED, stopped.status());
    joinWorkers();
    assertEquals(2, heard(WorkerEvent.Finished.class));
    assertEquals(0, heard(WorkerEvent.LearnerGone.class));
  }

  /// Nobody listens at this learner's address, so its first update never ends on its own.
  @Test
  void aRunThatWaitsForWorkersThatNeverCameStopsAtOnce() throws Exception {
    Cancellation stop = new Cancellation();
    TrainingResult stopped =
        new FleetStoredRun(folder.resolve("run"))
            .train(
                event -> {
                  if (event instanceof TrainingEvent.FleetChanged) {
                    stop.cancel();
                  }
                },
                stop,
                listening("fleet_bind=127.0.0.1:" + LoopbackPort.free()));

    assertEquals(RunStatus.STOPPED, stopped.status());
    assertEquals(0, stopped.progress().updates());
  }

  @Test
  void aRunWhoseLastWorkerWasLostStopsAtOnceAndGoesOnFromItsLastUpdate() throws Exception {
    FleetStoredRun run = new FleetStoredRun(folder.resolve("run"));
    TrainingResult stopped =
        run.stopAt(
            event -> {
              if (event instanceof TrainingEvent.Updated done && done.report().update() == 3) {
                end.cancel();
              }
              return event instanceof TrainingEvent.FleetChanged(FleetState now)
                  && now.books().failures() == 2;
            },
            listening("updates=1000000"));

    assertEquals(RunStatus.STOPPED, stopped.status());
    assertTrue(stopped.progress().updates() >= 3, stopped::toString);
    assertTrue(stopped.fleet().orElseThrow().balanced(), stopped::toString);
    assertFalse(run.tensors().isEmpty());
  }

  private static int run(String... line) throws InterruptedException {
    try {
      return new ProcessBuilder(line)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException _) {
      return -1;
    }
  }

  /// Writes until nothing more fits.
  private static void fill(Path file) {
    try (OutputStream out = Files.newOutputStream(file)) {
      while (true) {
        out.write(new byte[4096]);
      }
    } catch (IOException _) {
      // The disk is full.
    }
  }

  /// The run ends with the reason, its workers wait, and once there is room again it goes on with
  /// the bits of a run that always had room.
  @Test
  void afterAFullDiskTheRunGoesOnWithItsWorkersAndTheSameBits() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk.toString()) == 0,
        "skipped: this machine lets nobody mount a small disk");
    try {
      FleetStoredRun run = new FleetStoredRun(disk);
      Path filler = disk.resolve("filler").toAbsolutePath();
      Problem full =
          assertThrows(
              Problem.class,
              () ->
                  run.train(
                      event -> {
                        if (event instanceof TrainingEvent.Updated done
                            && done.report().update() == 3) {
                          fill(filler);
                        }
                      },
                      listening()));
      assertFalse(full.remedy().isBlank(), full::toString);
      assertEquals(0, heard(WorkerEvent.Finished.class), "they wait for the learner");
      Files.delete(filler);

      TrainingResult resumed = run.train(_ -> {});

      assertEquals(RunStatus.FINISHED, resumed.status());
      assertTrue(resumed.fleet().orElseThrow().balanced());
      joinWorkers();
      assertEquals(2, heard(WorkerEvent.Finished.class));
      assertEquals(undisturbed().tensors(), run.tensors());
    } finally {
      assertEquals(0, run("umount", disk.toString()));
    }
  }

  /// Lets a learner run until it has said something, and kills it.
  private void learnAndKill(Path place, String text) throws IOException, InterruptedException {
    Process learner = learner(place);
    try (BufferedReader said = learner.inputReader(StandardCharsets.UTF_8)) {
      String line = said.readLine();
      while (!line.contains(text)) {
        line = said.readLine();
      }
      assertTrue(learner.toHandle().destroyForcibly());
      learner.waitFor();
    }
  }

  private Process learner(Path place) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(place.toString()));
    arguments.addAll(List.of(listening("updates=200")));
    return JavaProcess.of(
            List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1"),
            LearnerMain.class,
            arguments.toArray(String[]::new))
        .redirectError(folder.resolve("errors").toFile())
        .start();
  }

  /// `kill -9` twice, each time in the middle of an update: workers join the next process on their
  /// own, and the run has the bits of one that was left alone.
  @Test
  @Tag("nightly")
  void aLearnerThatIsKilledGoesOnFromItsCheckpointWithTheSameBits() throws Exception {
    Path place = folder.resolve("run");
    learnAndKill(place, "update 20 ");
    learnAndKill(place, "update 70 ");
    Process last = learner(place);
    try (BufferedReader said = last.inputReader(StandardCharsets.UTF_8)) {
      List<String> lines = said.lines().toList();
      assertTrue(lines.getLast().startsWith("ended FINISHED"), lines::toString);
      assertTrue(lines.getLast().contains("balanced=true"), lines::toString);
    }
    joinWorkers();
    assertEquals(2, heard(WorkerEvent.Finished.class));
    assertTrue(heard(WorkerEvent.LearnerGone.class) >= 4, "two workers lost two learners");
    assertEquals(undisturbed("updates=200").tensors(), new FleetStoredRun(place).tensors());
  }
}
