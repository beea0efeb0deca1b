package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.JavaProcess;
import dev.hindsight.trainer.learn.replay.ReplayContents;
import dev.hindsight.trainer.learn.replay.StoredEpisode;
import dev.hindsight.trainer.learn.sac.CheckpointReplay;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunCheckpoint;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A run whose process is killed again and again, at random times.
@Timeout(600)
class KilledRunTest {
  /// A kind of run.
  ///
  /// @param updates of the whole run
  /// @param firstUpdate the first update of a process after which it may be killed
  private record Kind(int updates, int firstUpdate, TrainingRequest request) {
    /// PPO, killed in its first updates.
    private static final Kind PPO = new Kind(60, 1, SmallRun.request());

    /// Soft actor-critic with a prioritised buffer, killed when that has been full for a while: it
    /// is full after four updates.
    private static final Kind REPLAY =
        new Kind(
            24,
            7,
            TrainingRequest.of("darkroom")
                .by("sac")
                .withSeed(7)
                .with(
                    Map.ofEntries(
                        Map.entry("num_envs", "4"),
                        Map.entry("hidden_size", "8"),
                        Map.entry("rollout_fragment_length", "20"),
                        Map.entry("resample_frequency", "140"),
                        Map.entry("replay_buffer", "prioritised"),
                        Map.entry("capacity", "300"),
                        Map.entry("n_step", "2"),
                        Map.entry("num_steps_sampled_before_learning_starts", "40"),
                        Map.entry("train_batch_size_per_learner", "16"),
                        Map.entry("training_intensity", "2"))));

    /// Adds the number of updates to the request.
    Kind {
      request = request.with(Map.of("updates", "" + updates));
    }

    /// Whether it has a replay buffer.
    boolean replays() {
      return firstUpdate == REPLAY.firstUpdate;
    }

    /// One of the two, for a process.
    static Kind named(String replays) {
      return Boolean.parseBoolean(replays) ? REPLAY : PPO;
    }
  }

  @TempDir private Path folder;

  @Test
  void twoKillsLoseNothingButUnfinishedUpdates() throws Exception {
    killAndGoOn(Kind.PPO, 2);
  }

  @Test
  void aKillWithAFullPrioritisedBufferLosesNothingButAnUnfinishedUpdate() throws Exception {
    killAndGoOn(Kind.REPLAY, 1);
  }

  @Test
  @Tag("slow")
  void twoKillsWithAFullPrioritisedBufferLoseNothingButUnfinishedUpdates() throws Exception {
    killAndGoOn(Kind.REPLAY, 2);
  }

  @Test
  @Tag("slow")
  void tenKillsLoseNothingButUnfinishedUpdates() throws Exception {
    killAndGoOn(Kind.PPO, 10);
  }

  private void killAndGoOn(Kind kind, int kills) throws IOException, InterruptedException {
    Random moments = new Random(kills);
    SmallRun runs = new SmallRun(folder.resolve("killed"));
    for (int kill = 0; kill < kills; kill++) {
      long reported = trainAndKill(kind, runs, moments);
      List<RunRecord> all = runs.ledger().runs();
      assertEquals(1, all.size(), "one run, taken up again and again");
      assertEquals(RunStatus.DIED, all.getFirst().status());
      assertEquals(kill + 1, all.getFirst().takenUp());
      RunFolder run = new RunFolder(all.getFirst().start().folder());
      long kept = RunCheckpoint.progress(Checkpoints.read(run.latest())).updates();
      assertTrue(kept >= reported, kept + " kept of " + reported + " that were done");
      if (kind.replays()) {
        checkFull(run);
      }
    }
    TrainingResult resumed = runs.resume(runs.ledger().runs().getFirst().id());
    SmallRun untouched = new SmallRun(folder.resolve("untouched"));
    TrainingResult whole = untouched.run(kind.request);
    assertEquals(RunStatus.FINISHED, resumed.status());
    assertEquals(SmallRun.tensors(whole), SmallRun.tensors(resumed));
    assertEquals(measured(whole), measured(resumed));
    assertEquals(
        LongStream.rangeClosed(1, kind.updates).boxed().toList(),
        log(resumed).stream().map(UpdateReport::update).toList());
  }

  /// The buffer has room for no further episode, has removed some, and knows their priorities.
  private static void checkFull(RunFolder run) {
    ReplayContents buffer = CheckpointReplay.open(run.latest()).buffers().getFirst();
    long longest = buffer.episodes().stream().mapToLong(StoredEpisode::length).max().orElse(0);
    assertTrue(buffer.steps() > buffer.rule().capacity() - longest, buffer.steps() + " steps");
    assertTrue(buffer.counts().removed() > 0, "it has removed nothing");
    long learned =
        buffer.episodes().stream()
            .filter(episode ->
                episode.prioritised() && episode.meanPriority() < episode.largestPriority())
            .count();
    assertTrue(learned > 0, "its priorities are all the same");
  }

  private static List<UpdateReport> log(TrainingResult result) {
    return MetricsLog.read(result.checkpoint().orElseThrow().resolveSibling("metrics.jsonl"));
  }

  /// All that was measured but time.
  private static List<Map<String, Double>> measured(TrainingResult result) {
    return log(result).stream().map(report -> withoutTimes(report.metrics())).toList();
  }

  private static Map<String, Double> withoutTimes(Map<String, Double> metrics) {
    Map<String, Double> rest = new LinkedHashMap<>(metrics);
    rest.keySet().removeIf(name -> name.startsWith("performance/"));
    return rest;
  }

  /// Lets a process begin the run or go on with it, and kills it some time after a few updates.
  ///
  /// @return the last update it reported as done
  private static long trainAndKill(Kind kind, SmallRun runs, Random moments)
      throws IOException, InterruptedException {
    Process process =
        JavaProcess.of(
                List.of("--enable-native-access=ALL-UNNAMED"),
                Trainer.class,
                runs.folder().toString(),
                "" + kind.replays())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    int enough = kind.firstUpdate + moments.nextInt(3);
    long within = moments.nextLong(60_000_000);
    long reported = 0;
    boolean killed = false;
    try (BufferedReader reports = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reports.readLine(); line != null; line = reports.readLine()) {
        if (!killed && --enough <= 0) {
          killed = true;
          // Somewhere inside the update that follows.
          for (long begin = System.nanoTime(); System.nanoTime() - begin < within; ) {
            Thread.onSpinWait();
          }
          // The process's own method would also throw away what it has printed.
          assertTrue(process.toHandle().destroyForcibly());
        }
        // A line that death cut off lacks the end, and may be a smaller number.
        reported = line.isEmpty() ? reported : Math.max(reported, Long.parseLong(line));
      }
    }
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    assertTrue(killed, "it died by itself");
    return reported;
  }

  /// Begins the run, or goes on with it, and reports every update that is done.
  static final class Trainer {
    private Trainer() {}

    public static void main(String[] arguments) {
      SmallRun runs = new SmallRun(Path.of(arguments[0]));
      List<RunRecord> there = runs.ledger().runs();
      TrainingRun run =
          there.isEmpty()
              ? TrainingRun.begin(
                  SmallRun.spec(Kind.named(arguments[1]).request), runs.place(), Trainer::report)
              : TrainingRun.resume(
                  there.getFirst(),
                  SmallRun.spec(there.getFirst().start().request()),
                  runs.place(),
                  Trainer::report);
      run.run(Progress.SILENT, new Cancellation());
    }

    private static void report(TrainingEvent event) {
      if (event instanceof TrainingEvent.Updated done) {
        System.out.println(done.progress().updates());
      }
    }
  }
}
