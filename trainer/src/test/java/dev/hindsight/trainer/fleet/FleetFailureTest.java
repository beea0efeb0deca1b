package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.fleet.ChaosDrill.ChaosRates;
import dev.hindsight.trainer.fleet.ChaosDrill.Disturbance;
import dev.hindsight.trainer.fleet.ChaosDrill.DrillPart;
import dev.hindsight.trainer.fleet.ChaosDrill.DrillResult;
import dev.hindsight.trainer.fleet.FaultyWorld.Fault;
import dev.hindsight.trainer.learn.ppo.PpoType;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Workers that fail, and batches that a line damages.
class FleetFailureTest {
  private static final int ENVIRONMENTS = 4;

  private static EnvironmentFactory room() {
    EnvironmentType room = BuiltInEnvironments.named("darkroom");
    return room.prepare(room.settings().parse(Map.of(), "test"), Optional.empty());
  }

  private static EnvironmentFactory faulty(Fault fault, int... steps) {
    return new FaultyWorld(room(), fault, Set.copyOf(IntStream.of(steps).boxed().toList()));
  }

  /// A fleet in dark rooms.
  private static final class Rig implements AutoCloseable {
    private final FixedPolicyFleet fleet;
    private long update;

    Rig(
        EnvironmentFactory factory,
        BiConsumer<WorkerReport, Consumer<WorkerReport>> line,
        String... settings) {
      fleet = new FixedPolicyFleet(task(factory, settings), line);
    }

    Map<String, Double> next() {
      return fleet.collect().report(++update, 0, new HashMap<>()).metrics();
    }

    FleetBooks books() {
      return fleet.books();
    }

    @Override
    public void close() {
      fleet.close();
    }
  }

  private static TrainingTask task(EnvironmentFactory factory, String... settings) {
    Map<String, String> typed =
        new HashMap<>(
            Map.of(
                "policy", "mlp",
                "num_envs", Integer.toString(ENVIRONMENTS),
                "hidden_size", "8",
                "fleet_workers", "2"));
    for (String one : settings) {
      typed.put(one.substring(0, one.indexOf('=')), one.substring(one.indexOf('=') + 1));
    }
    return new TrainingTask(
        List.of(factory),
        new PpoType().settings().parse(typed, "test"),
        5,
        TrainingTask.Device.CPU);
  }

  /// A line that damages nothing.
  private static void straight(WorkerReport report, Consumer<WorkerReport> receiver) {
    receiver.accept(report);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"THROWS", "NAN_REWARD", "NAN_OBSERVATION", "OTHER_SHAPE"})
  void aWorkerThatFailsIsReplacedAndNothingIsLearnedFromIt(Fault fault) {
    // In the middle of a batch however the threads run: no worker has 99 steps in its first one.
    try (Rig rig = new Rig(faulty(fault, 100), FleetFailureTest::straight)) {
      List<Double> episodes = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Map<String, Double> metrics = rig.next();
        assertTrue(metrics.values().stream().allMatch(Double::isFinite), metrics.toString());
        episodes.add(metrics.get("episode/count"));
        for (int at = 0; at < rig.fleet.trajectories().reward.length; at++) {
          assertTrue(Float.isFinite(rig.fleet.trajectories().reward[at]));
        }
      }
      FleetBooks books = rig.books();
      assertEquals(1, books.failures());
      assertTrue(books.wastedSteps() > 0);
      assertTrue(books.lost() > 0);
      assertTrue(books.balanced(), books::toString);
      assertEquals(List.of(4.0, 4.0, 4.0, 4.0), episodes, "lost episodes are in no mean");
    }
  }

  /// The planted mistake puts a return of 0 for each lost episode into the mean.
  @Test
  void lostEpisodesCountedAsReturnsOfZeroWouldLowerTheMean() {
    try (Rig rig = new Rig(faulty(Fault.THROWS, 151, 500, 900), FleetFailureTest::straight)) {
      double sum = 0;
      double count = 0;
      for (int i = 0; i < 4; i++) {
        Map<String, Double> metrics = rig.next();
        sum +=
            metrics.getOrDefault("episode/return", 0.0)
                * metrics.getOrDefault("episode/count", 0.0);
        count += metrics.getOrDefault("episode/count", 0.0);
      }
      FleetBooks books = rig.books();
      assertTrue(books.lost() > 0);
      assertEquals(16, count);
      assertTrue(sum > 0, "the room pays");
      assertNotEquals(sum / count, sum / (count + books.lost()));
    }
  }

  @Test
  void aReplacedWorkerHasTheSeedOfItsGeneration() {
    FaultyWorld world = new FaultyWorld(room(), Fault.THROWS, Set.of(3));
    try (Rig rig =
        new Rig(world, FleetFailureTest::straight, "fleet_workers=1", "rounds_ahead=0")) {
      rig.next();
      Seeds second = new Seeds(RecyclingRule.seed(5, 0, 1));
      assertEquals(
          second.of(Seeds.Purpose.ENVIRONMENT, 0, 0),
          world.seeds().get(world.seeds().size() - ENVIRONMENTS));
      assertNotEquals(
          new Seeds(5).of(Seeds.Purpose.ENVIRONMENT, 0, 0),
          world.seeds().getLast(),
          "the planted mistake: the old seed again");
    }
  }

  @Test
  void aWorkerThatHangsIsReplaced() {
    try (Rig rig =
        new Rig(
            faulty(Fault.HANGS, 40),
            FleetFailureTest::straight,
            "learner_queue_timeout_sec=0.2",
            "step_deadline_sec=1")) {
      rig.next();
      rig.next();
      FleetBooks books = rig.books();
      assertEquals(1, books.failures());
      assertTrue(books.queueTimeouts() > 0);
      assertTrue(books.balanced(), books::toString);
    }
  }

  @Test
  void aWorldThatAlwaysFailsEndsTheRunWithItsReason() {
    int[] always = IntStream.range(0, 100_000).toArray();
    try (Rig rig = new Rig(faulty(Fault.THROWS, always), FleetFailureTest::straight)) {
      Problem problem = assertThrows(Problem.class, rig::next);
      assertTrue(problem.getMessage().contains("the simulator broke"), problem.getMessage());
    }
  }

  @Test
  void aBatchThatArrivesTwiceIsLearnedFromOnce() {
    try (Rig rig =
        new Rig(
            room(),
            (report, receiver) -> {
              receiver.accept(report);
              receiver.accept(report);
            })) {
      for (int i = 0; i < 3; i++) {
        assertEquals(4.0, rig.next().get("episode/count"));
      }
      FleetBooks books = rig.books();
      assertTrue(books.refusedDeliveries() >= 4);
      assertEquals(6, books.accepted());
      assertTrue(books.balanced(), books::toString);
    }
  }

  @Test
  void aTagFromTheFutureIsRefusedAndTheBatchCollectedAgain() {
    boolean[] planted = {true};
    try (Rig rig =
        new Rig(
            room(),
            (report, receiver) -> {
              if (planted[0] && report instanceof WorkerReport.Collected batch) {
                planted[0] = false;
                receiver.accept(tagged(batch, batch.version() + 1));
              } else {
                receiver.accept(report);
              }
            })) {
      assertEquals(4.0, rig.next().get("episode/count"));
      FleetBooks books = rig.books();
      assertEquals(1, books.future());
      assertEquals(2, books.accepted());
      assertTrue(books.wastedSteps() > 0);
      assertTrue(books.balanced(), books::toString);
    }
  }

  private static WorkerReport.Collected tagged(WorkerReport.Collected batch, long version) {
    return new WorkerReport.Collected(
        batch.id(),
        batch.update(),
        version,
        batch.trajectories(),
        batch.results(),
        batch.counts(),
        batch.state(),
        batch.created());
  }

  @Test
  void aLineThatLosesEveryBatchDoesNotLetTheLearnerGoOn() {
    try (Rig rig =
        new Rig(
            room(),
            (report, receiver) -> {
              if (report instanceof WorkerReport.Failed) {
                receiver.accept(report);
              }
            },
            "learner_queue_timeout_sec=0.1",
            "step_deadline_sec=0.3")) {
      assertThrows(Problem.class, rig::next);
      assertFalse(rig.books().accepted() > 0);
    }
  }

  /// 300 seconds by the clock of the test, one for every round: about 15 kills.
  @Test
  @Tag("nightly")
  void killingWorkersForFiveMinutesChangesNoMeanAndLosesNoEpisode() {
    AtomicLong clock = new AtomicLong();
    ChaosDrill drill =
        new ChaosDrill(
            task(room(), "num_envs=16", "fleet_workers=4"),
            300,
            clock::get,
            () -> clock.addAndGet(1_000_000_000L));

    DrillResult result = drill.run(new ChaosRates(0.05, 0, 0), 1, new Cancellation());

    assertTrue(result.passed(), result::toString);
    assertEquals(300, result.baseline().rounds());
    assertEquals(300, result.chaos().rounds());
    assertEquals(300 * 16, result.chaos().episodes());
    assertEquals(0, result.baseline().books().lost());
    assertTrue(result.chaos().kills() >= 8, result::toString);
    assertTrue(result.chaos().books().lost() > 0, result::toString);
    assertTrue(result.chaos().books().failures() > 0, result::toString);
  }

  /// The planted mistake counts each lost episode as one with a return of 0.
  @Test
  void aDrillNoticesReturnsBooksAndEpisodesThatAreWrong() {
    FleetBooks books =
        new FleetBooks(
            1, 10, Map.of("task_done", 10L), 0, true, 1, 0, 1, 0, 0, Map.of(), 0, 0, 0, 0);
    FleetBooks wrong =
        new FleetBooks(
            1, 10, Map.of("task_done", 9L), 0, false, 1, 0, 1, 0, 0, Map.of(), 0, 0, 0, 0);
    FleetBooks twice =
        new FleetBooks(
            1, 10, Map.of("task_done", 10L), 0, true, 1, 0, 1, 0, 0, Map.of(), 1, 0, 0, 0);
    DrillPart good = new DrillPart(1, 10, 0.5, 0, 0, Disturbance.NONE, books);
    DrillResult near =
        new DrillResult(good, new DrillPart(1, 10, 0.48, 3, 0, Disturbance.NONE, books));
    assertEquals(0.02, near.difference(), 1e-12);
    assertEquals(0.025, near.tolerance(), 1e-12);
    assertTrue(
        new DrillResult(good, new DrillPart(1, 10, 0.48, 3, 0, Disturbance.NONE, books)).passed());
    for (DrillPart bad :
        List.of(
            new DrillPart(1, 10, 0.4, 3, 0, Disturbance.NONE, books),
            new DrillPart(1, 10, Double.NaN, 3, 0, Disturbance.NONE, books),
            new DrillPart(1, 10, 0.5, 3, 1, Disturbance.NONE, books),
            new DrillPart(1, 0, 0.5, 3, 0, Disturbance.NONE, books),
            new DrillPart(1, 10, 0.5, 3, 0, Disturbance.NONE, wrong),
            new DrillPart(1, 10, 0.5, 3, 0, Disturbance.NONE, twice))) {
      assertFalse(new DrillResult(good, bad).passed(), bad::toString);
    }
    assertEquals(
        0.05,
        new DrillResult(new DrillPart(1, 1, 0, 0, 0, Disturbance.NONE, books), good).tolerance());
  }

  /// Twice 1,120 episodes; three standard errors of the difference.
  @Test
  void twiceAsManyWorkersLeaveTheMeanWithinItsInterval() {
    double[] few = returns("fleet_workers=2");
    double[] many = returns("fleet_workers=4");
    double error = Math.sqrt(variance(few) / few.length + variance(many) / many.length);
    assertEquals(mean(few), mean(many), 3 * error);
    assertFalse(Arrays.equals(few, many), "other workers draw other actions");
  }

  /// The mean return of each round.
  private static double[] returns(String workers) {
    try (Rig rig = new Rig(room(), FleetFailureTest::straight, "num_envs=16", workers)) {
      return IntStream.range(0, 70)
          .mapToDouble(_ -> rig.next().getOrDefault("episode/return", Double.NaN))
          .toArray();
    }
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum() / (values.length - 1);
  }
}
