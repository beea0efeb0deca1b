package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.fleet.EpisodeLedger.BatchId;
import dev.hindsight.trainer.fleet.FleetMessage.Offers;
import dev.hindsight.trainer.fleet.FleetMessage.Status;
import dev.hindsight.trainer.fleet.FleetMessage.ToLearner;
import dev.hindsight.trainer.fleet.WorkOrder.PolicySnapshot;
import dev.hindsight.trainer.fleet.WorkerActor.WorkerSpec;
import dev.hindsight.trainer.fleet.keys.FleetKeys;
import dev.hindsight.trainer.fleet.keys.FleetRole;
import dev.hindsight.trainer.learn.training.Architecture;
import dev.hindsight.trainer.learn.training.CollectionPlan;
import dev.hindsight.trainer.learn.training.Collector;
import dev.hindsight.trainer.learn.training.StepBudget;
import dev.hindsight.trainer.learn.training.WorkerCollection.Share;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.CodeVersion;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.BehaviorInterceptor;
import org.apache.pekko.actor.typed.TypedActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A connection between a worker and the learner, over TLS, that delivers every message of the
/// worker twice, and its offers of a batch once more after the next order.
@Timeout(600)
class FleetDeliveryTest {
  private static final int BATCHES = 3;
  private static final int ENVIRONMENTS = 2;

  @TempDir private Path folder;
  private final BlockingQueue<WorkerReport> reports = new LinkedBlockingQueue<>();

  /// Numbers of batches, once for each time that they were offered.
  private final BlockingQueue<Long> offered = new LinkedBlockingQueue<>();

  /// Numbers of batches that were offered after a later one was ordered.
  private final BlockingQueue<Long> late = new LinkedBlockingQueue<>();

  /// Delivers twice and late. Its one thread at a time is the coordinator's.
  private final class Repeating
      extends BehaviorInterceptor<WorkCoordinator.Message, WorkCoordinator.Message> {
    private final Map<Long, Status> offers = new HashMap<>();

    Repeating() {
      super(WorkCoordinator.Message.class);
    }

    @Override
    public Behavior<WorkCoordinator.Message> aroundReceive(
        TypedActorContext<WorkCoordinator.Message> context,
        WorkCoordinator.Message message,
        ReceiveTarget<WorkCoordinator.Message> target) {
      Behavior<WorkCoordinator.Message> next = target.apply(context, message);
      if (message instanceof WorkCoordinator.Place place) {
        for (Map.Entry<Long, Status> old : offers.entrySet()) {
          assertTrue(old.getKey() < place.order().batch().number());
          late.add(old.getKey());
          next = target.apply(context, old.getValue());
        }
      }
      if (message instanceof ToLearner) {
        next = target.apply(context, message);
      }
      if (message instanceof Status status && status.work() instanceof Offers offer) {
        offers.put(offer.batch().number(), status);
        offered.add(offer.batch().number());
      }
      return next;
    }
  }

  private static PolicySnapshot policy(TrainingTask task, int ticks) {
    EnvironmentShape shape = task.factories().getFirst().shape();
    return new PolicySnapshot(
        0,
        Architecture.initial(
            Architecture.of(task.settings(), shape, shape.observations(ticks)),
            task.settings(),
            shape,
            1));
  }

  private WorkerReport.Collected nextBatch() throws InterruptedException {
    WorkerReport report = reports.poll(5, TimeUnit.MINUTES);
    assertNotNull(report, "no batch");
    return (WorkerReport.Collected) report;
  }

  @Test
  void batchesThatAreOfferedTwiceOrLateReachTheLearnerOnceAndInOrder() throws Exception {
    Path keys = folder.resolve("keys");
    FleetKeys.create(keys);
    FleetAddress address = new FleetAddress("127.0.0.1", LoopbackPort.free());
    TrainingTask task =
        FleetRun.task(
            "num_envs=" + ENVIRONMENTS,
            "fleet_workers=1",
            "fleet_bind=" + address,
            "fleet_keys=" + keys);
    EnvironmentShape shape = task.factories().getFirst().shape();
    int ticks = shape.trials() * shape.trialTimeoutTicks();
    CollectionPlan plan =
        new CollectionPlan(
            Collector.RowKind.EPISODES, ticks, new Collector.Rules(0, 1, 1), StepBudget.NONE, 1);
    ActorSystem<WorkCoordinator.Message> learner =
        FleetNetwork.start(
            Behaviors.intercept(
                Repeating::new,
                ProcessCoordinator.of(
                    new ProcessCoordinator.Hall(
                        task,
                        TaskContent.write(task),
                        ticks,
                        new int[] {ENVIRONMENTS * shape.agents()},
                        CodeVersion.text()),
                    reports::add)),
            address,
            keys,
            FleetRole.LEARNER);
    Cancellation end = new Cancellation();
    Thread worker =
        new Thread(() ->
            new FleetWorker(
                    address,
                    Optional.empty(),
                    keys,
                    TrainingTask.Device.CPU,
                    FleetWorker.USUAL_PATIENCE)
                .run(_ -> {}, end));
    worker.start();
    try {
      learner.tell(
          new WorkCoordinator.Start(
              new WorkerSpec(
                  task,
                  new Share(0, 0, ENVIRONMENTS),
                  0,
                  plan,
                  new Seeds(5),
                  new WorkerPulse(),
                  Optional.empty(),
                  0,
                  0)));
      PolicySnapshot policy = policy(task, ticks);
      List<Long> numbers = new ArrayList<>();
      List<Long> firstEpisodes = new ArrayList<>();
      for (long batch = 0; batch < BATCHES; batch++) {
        learner.tell(
            new WorkCoordinator.Place(new WorkOrder(new BatchId(0, 0, batch), batch, policy)));
        WorkerReport.Collected collected = nextBatch();
        numbers.add(collected.id().number());
        firstEpisodes.add(collected.counts().firstEpisode());
        // The worker goes on offering what the learner has: that again is no second batch.
        awaitOffers(batch);
      }
      assertEquals(List.of(0L, 1L, 2L), numbers);
      assertEquals(List.of(0L, 2L, 4L), firstEpisodes);
      assertEquals(List.of(), List.copyOf(reports), "every batch only once");
      assertTrue(late.size() >= BATCHES - 1, "else nothing was late");
    } finally {
      CompletableFuture<Boolean> told = new CompletableFuture<>();
      learner.tell(new WorkCoordinator.Finish(false, told));
      assertTrue(told.join());
      worker.join();
      learner.terminate();
      learner.getWhenTerminated().toCompletableFuture().join();
    }
  }

  /// Waits until a batch has been offered twice since.
  private void awaitOffers(long batch) throws InterruptedException {
    offered.clear();
    for (int times = 0; times < 2; ) {
      times += offered.take() == batch ? 1 : 0;
    }
  }
}
