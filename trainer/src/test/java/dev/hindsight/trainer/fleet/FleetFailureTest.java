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
import dev.hindsight.trainer.fleet.FaultyWorld.Fault;
import dev.hindsight.trainer.learn.ppo.PpoType;
import dev.hindsight.trainer.learn.training.Architecture;
import dev.hindsight.trainer.learn.training.CollectionPlan;
import dev.hindsight.trainer.learn.training.CollectionReport;
import dev.hindsight.trainer.learn.training.Collector;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.learn.training.StepBudget;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.VectorEnvironment;
import dev.hindsight.trainer.learn.training.VectorEnvironment.LearningAgents;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
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

  /// A fleet whose policy never learns, with whole episodes.
  private static final class Rig implements AutoCloseable {
    private final Fleet fleet;
    private final Trajectories into;
    private long update;

    Rig(
        EnvironmentFactory factory,
        BiConsumer<WorkerReport, Consumer<WorkerReport>> line,
        String... settings) {
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
      TrainingTask task =
          new TrainingTask(
              List.of(factory),
              new PpoType().settings().parse(typed, "test"),
              5,
              TrainingTask.Device.CPU);
      try (VectorEnvironment worlds =
          new VectorEnvironment(List.of(room()), ENVIRONMENTS, new Seeds(5), LearningAgents.ALL)) {
        int ticks = worlds.shape().trials() * worlds.shape().trialTimeoutTicks();
        int agents = worlds.shape().agents();
        float[] weights =
            Architecture.of(task.settings(), worlds.shape(), worlds.shape().observations(ticks))
                .parameters()
                .initial(3);
        into =
            new Trajectories(
                agents,
                ticks,
                ObservationStore.of(
                    new ObservationPacking(worlds.shape().observation()), agents, ticks));
        fleet =
            new Fleet(
                task,
                new CollectionPlan(
                    Collector.RowKind.EPISODES,
                    ticks,
                    new Collector.Rules(0, 0.9, 1),
                    StepBudget.NONE,
                    1),
                new Fleet.Learner(
                    () -> weights,
                    into,
                    1000,
                    IntStream.rangeClosed(0, ENVIRONMENTS).map(worlds::first).toArray()),
                line);
      }
    }

    Map<String, Double> next() {
      CollectionReport report = fleet.collect(update++);
      fleet.learned();
      return report.report(update, 0, new HashMap<>()).metrics();
    }

    FleetBooks books() {
      return fleet.books().orElseThrow();
    }

    @Override
    public void close() {
      fleet.close();
    }
  }

  private static BiConsumer<WorkerReport, Consumer<WorkerReport>> straight() {
    return (report, receiver) -> receiver.accept(report);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"THROWS", "NAN_REWARD", "NAN_OBSERVATION", "OTHER_SHAPE"})
  void aWorkerThatFailsIsReplacedAndNothingIsLearnedFromIt(Fault fault) {
    try (Rig rig = new Rig(faulty(fault, 151), straight())) {
      List<Double> episodes = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Map<String, Double> metrics = rig.next();
        assertTrue(metrics.values().stream().allMatch(Double::isFinite), metrics.toString());
        episodes.add(metrics.get("episode/count"));
        for (int at = 0; at < rig.into.reward.length; at++) {
          assertTrue(Float.isFinite(rig.into.reward[at]));
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
    try (Rig rig = new Rig(faulty(Fault.THROWS, 151, 500, 900), straight())) {
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
    try (Rig rig = new Rig(world, straight(), "fleet_workers=1", "rounds_ahead=0")) {
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
            straight(),
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
    try (Rig rig = new Rig(faulty(Fault.THROWS, always), straight())) {
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
}
