package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.fleet.WorkerActor.WorkerSpec;
import dev.hindsight.trainer.fleet.WorkerPulse.WorkerFailure;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/// Starts and stops workers, and brings orders and demand together: a worker gets an order only
/// after it has asked for one, so no worker ever has two.
final class WorkCoordinator extends AbstractBehavior<WorkCoordinator.Message> {
  /// Gives each worker a thread of its own.
  private static final String DISPATCHER = "hindsight-worker";

  private final Consumer<WorkerReport> learner;
  private final Map<Integer, ActorRef<WorkOrder>> workers = new HashMap<>();
  private final Map<Integer, WorkOrder> waiting = new HashMap<>();
  private final Map<Integer, Demand> demands = new HashMap<>();

  /// What the coordinator is told.
  sealed interface Message
      permits Start, Place, Demand, Ended, Finish, FleetMessage.ToLearner, ProcessCoordinator.Own {}

  /// Start a worker; the one with the same number before it is stopped.
  record Start(WorkerSpec spec) implements Message {}

  /// The run has ended: workers in other processes may end, too.
  ///
  /// @param absent whether to wait for those that a worker's number is free for, too
  /// @param told completed once they have been told
  record Finish(boolean absent, CompletableFuture<Boolean> told) implements Message {}

  /// Give an order to the worker that it names.
  record Place(WorkOrder order) implements Message {}

  /// A worker asks for an order.
  record Demand(int worker, int generation, ActorRef<WorkOrder> who) implements Message {}

  /// A worker has ended.
  record Ended(int worker, int generation) implements Message {}

  private WorkCoordinator(ActorContext<Message> context, Consumer<WorkerReport> learner) {
    super(context);
    this.learner = learner;
  }

  /// @param learner gets what workers report
  static Behavior<Message> of(Consumer<WorkerReport> learner) {
    return Behaviors.setup(context -> new WorkCoordinator(context, learner));
  }

  @Override
  public Receive<Message> createReceive() {
    return newReceiveBuilder()
        .onMessage(Start.class, this::start)
        .onMessage(Place.class, this::place)
        .onMessage(Demand.class, this::demanded)
        .onMessage(Ended.class, this::ended)
        .build();
  }

  private Behavior<Message> start(Start start) {
    WorkerSpec spec = start.spec();
    int worker = spec.share().worker();
    ActorRef<WorkOrder> before = workers.get(worker);
    if (before != null) {
      getContext().stop(before);
    }
    demands.remove(worker);
    waiting.remove(worker);
    ActorRef<WorkOrder> fresh =
        getContext()
            .spawn(
                WorkerActor.of(spec, getContext().getSelf(), learner),
                "worker-" + worker + "-" + spec.generation(),
                DispatcherSelector.fromConfig(DISPATCHER));
    getContext().watchWith(fresh, new Ended(worker, spec.generation()));
    workers.put(worker, fresh);
    return this;
  }

  private Behavior<Message> place(Place place) {
    int worker = place.order().batch().worker();
    Demand demand = demands.remove(worker);
    if (demand == null) {
      waiting.put(worker, place.order());
    } else {
      demand.who().tell(place.order());
    }
    return this;
  }

  private Behavior<Message> demanded(Demand demand) {
    if (!demand.who().equals(workers.get(demand.worker()))) {
      return this;
    }
    WorkOrder order = waiting.remove(demand.worker());
    if (order == null) {
      demands.put(demand.worker(), demand);
    } else {
      demand.who().tell(order);
    }
    return this;
  }

  /// The learner hears of a worker that could not say why it ended; of others it has heard already.
  private Behavior<Message> ended(Ended ended) {
    learner.accept(
        new WorkerReport.Failed(
            ended.worker(),
            ended.generation(),
            0,
            0,
            new WorkerFailure(wording("WorkCoordinator.it_stopped_without_a_reason"))));
    return this;
  }
}
