package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.fleet.EpisodeLedger.BatchCounts;
import dev.hindsight.trainer.fleet.WorkCoordinator.Demand;
import dev.hindsight.trainer.fleet.WorkCoordinator.Message;
import dev.hindsight.trainer.learn.training.CollectionPlan;
import dev.hindsight.trainer.learn.training.CollectionReport;
import dev.hindsight.trainer.learn.training.EpisodeCounts;
import dev.hindsight.trainer.learn.training.WorkerCollection;
import dev.hindsight.trainer.learn.training.WorkerCollection.Share;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/// A worker: it asks for work, collects a batch, hands it over and asks again. Whatever it throws
/// ends it; another one takes its place. It has a thread of its own.
final class WorkerActor extends AbstractBehavior<WorkOrder> {
  private final WorkerSpec spec;
  private final ActorRef<Message> coordinator;
  private final Consumer<WorkerReport> learner;
  private Optional<WorkerCollection> collection = Optional.empty();
  private EpisodeCounts delivered = new EpisodeCounts(0, new long[0], 0, 0, 0);
  private long nextEpisode;

  /// What a worker is.
  ///
  /// @param task of the run
  /// @param share its environments
  /// @param generation how often it was replaced
  /// @param plan of the run
  /// @param seeds its own
  /// @param pulse its sign of life
  /// @param resumed where it goes on; empty for new environments
  /// @param firstBatch number of the batch that it collects next
  /// @param firstEpisode number of the next episode that it begins
  record WorkerSpec(
      TrainingTask task,
      Share share,
      int generation,
      CollectionPlan plan,
      Seeds seeds,
      WorkerPulse pulse,
      Optional<ResumedWorker> resumed,
      long firstBatch,
      long firstEpisode) {}

  /// The state of a worker in a checkpoint.
  ///
  /// @param tensors by name
  /// @param updates number of updates done
  /// @param created the update for which its environments were created
  record ResumedWorker(Map<String, Tensor> tensors, long updates, long created) {}

  private WorkerActor(
      ActorContext<WorkOrder> context,
      WorkerSpec spec,
      ActorRef<Message> coordinator,
      Consumer<WorkerReport> learner) {
    super(context);
    this.spec = spec;
    this.coordinator = coordinator;
    this.learner = learner;
    this.nextEpisode = spec.firstEpisode();
    demand();
  }

  /// @param coordinator gets its demand
  /// @param learner gets its batches and its failure
  static Behavior<WorkOrder> of(
      WorkerSpec spec, ActorRef<Message> coordinator, Consumer<WorkerReport> learner) {
    return Behaviors.setup(context -> new WorkerActor(context, spec, coordinator, learner));
  }

  private void demand() {
    coordinator.tell(new Demand(spec.share().worker(), spec.generation(), getContext().getSelf()));
  }

  @Override
  public Receive<WorkOrder> createReceive() {
    return newReceiveBuilder()
        .onMessage(WorkOrder.class, this::collect)
        .onSignal(PostStop.class, _ -> release())
        .build();
  }

  private Behavior<WorkOrder> release() {
    collection.ifPresent(WorkerCollection::close);
    collection = Optional.empty();
    return this;
  }

  private Behavior<WorkOrder> collect(WorkOrder order) {
    try {
      learner.accept(collected(order));
    } catch (RuntimeException failure) {
      learner.accept(failed(failure));
      return Behaviors.stopped();
    }
    demand();
    return this;
  }

  private WorkerReport collected(WorkOrder order) {
    WorkerCollection own = collection.orElseGet(this::open);
    long version = order.policy().version();
    CollectionReport results = own.collect(order.policy().weights(), order.update());
    EpisodeCounts now = own.episodeCounts();
    BatchCounts counts = between(delivered, now, nextEpisode);
    List<Tensor> state = own.state(order.update() + 1);
    delivered = now;
    nextEpisode += counts.started();
    return new WorkerReport.Collected(
        order.batch(),
        order.update(),
        version,
        own.trajectories(),
        results,
        counts,
        state,
        own.created());
  }

  private WorkerReport failed(RuntimeException failure) {
    EpisodeCounts now = collection.map(WorkerCollection::episodeCounts).orElse(delivered);
    return new WorkerReport.Failed(
        spec.share().worker(),
        spec.generation(),
        now.started() - delivered.started(),
        now.steps() - delivered.steps(),
        failure);
  }

  private WorkerCollection open() {
    List<EnvironmentFactory> checked =
        spec.task().factories().stream()
            .map(factory -> CheckedEnvironment.wrapping(factory, spec.pulse()))
            .toList();
    TrainingTask task =
        new TrainingTask(
            checked,
            spec.task().settings(),
            spec.task().seed(),
            spec.task().device(),
            spec.task().coPlayer(),
            spec.task().origin());
    WorkerCollection own = WorkerCollection.of(task, spec.share(), spec.plan(), spec.seeds());
    collection = Optional.of(own);
    spec.resumed().ifPresent(from -> own.restore(from.tensors(), from.updates(), from.created()));
    delivered = own.episodeCounts();
    return own;
  }

  /// What happened between two counts.
  static BatchCounts between(EpisodeCounts before, EpisodeCounts now, long firstEpisode) {
    Map<FleetEnd, Long> ends = new EnumMap<>(FleetEnd.class);
    for (int code = 0; code < now.ends().length; code++) {
      long was = code < before.ends().length ? before.ends()[code] : 0;
      ends.merge(FleetEnd.of(EpisodeEnd.of(code)), now.ends()[code] - was, Long::sum);
    }
    ends.put(FleetEnd.REPLACED, now.replaced() - before.replaced());
    return new BatchCounts(
        firstEpisode,
        now.started() - before.started(),
        ends,
        now.running(),
        now.steps() - before.steps());
  }
}
