package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.fleet.FleetMessage.Assign;
import dev.hindsight.trainer.fleet.FleetMessage.Broken;
import dev.hindsight.trainer.fleet.FleetMessage.Busy;
import dev.hindsight.trainer.fleet.FleetMessage.Join;
import dev.hindsight.trainer.fleet.FleetMessage.Leave;
import dev.hindsight.trainer.fleet.FleetMessage.Offers;
import dev.hindsight.trainer.fleet.FleetMessage.Order;
import dev.hindsight.trainer.fleet.FleetMessage.ResumedManifest;
import dev.hindsight.trainer.fleet.FleetMessage.Status;
import dev.hindsight.trainer.fleet.FleetMessage.ToLearner;
import dev.hindsight.trainer.fleet.FleetMessage.ToWorker;
import dev.hindsight.trainer.fleet.FleetMessage.Wants;
import dev.hindsight.trainer.fleet.FleetMessage.Welcome;
import dev.hindsight.trainer.fleet.FleetMessage.Work;
import dev.hindsight.trainer.fleet.WorkOrder.PolicySnapshot;
import dev.hindsight.trainer.fleet.WorkerActor.ResumedWorker;
import dev.hindsight.trainer.fleet.WorkerActor.WorkerSpec;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.remote.artery.ThisActorSystemQuarantinedEvent;

/// A process with a worker: it joins a learner, prepares what it is assigned, and passes orders to
/// a [WorkerActor] as a learner in the same process would. It repeats what it is doing until the
/// learner's answer changes it.
final class WorkerSite extends AbstractBehavior<WorkerSite.Message> {
  private static final Duration REPEAT = Duration.ofMillis(500);
  private static final String BATCH = "batch";

  private final Site site;
  private final ActorRef<PieceShelf.Message> shelf;
  private final ActorRef<PieceFetcher.Message> fetcher;
  private final ActorRef<WorkCoordinator.Message> coordinator;
  private final ActorRef<ToLearner> address;
  private Optional<Welcome> welcome = Optional.empty();
  private Optional<Assign> assigned = Optional.empty();
  private Optional<TaskCache> task = Optional.empty();
  private WorkerPulse pulse = new WorkerPulse();
  private long startedBefore;
  private long stepsBefore;
  private Work work = new Busy();

  /// What the site is told.
  sealed interface Message permits ToWorker, Own {}

  /// What the site tells itself.
  private sealed interface Own extends Message {}

  private record Repeat() implements Own {}

  private record LearnerLost(String why) implements Own {}

  private record TaskHere(Assign assign, byte[] content) implements Own {}

  private record StateHere(Assign assign, ResumedManifest from, byte[] content) implements Own {}

  private record WeightsHere(Order order, byte[] content) implements Own {}

  private record Gathered(int generation, Offers offer, PieceManifest manifest, byte[] content)
      implements Own {}

  private record Failed(int generation, String why) implements Own {}

  /// A task that is prepared.
  private record TaskCache(PieceManifest manifest, TrainingTask task) {}

  /// What a site must know.
  ///
  /// @param learner where the learner listens
  /// @param code version of this program
  /// @param device where to compute
  /// @param files receives the files of tasks
  /// @param memory bytes of this process's heap that are in use
  /// @param events hears what happens; the last one ends the site
  record Site(
      FleetAddress learner,
      String code,
      TrainingTask.Device device,
      Path files,
      LongSupplier memory,
      BlockingQueue<WorkerEvent> events) {}

  private WorkerSite(ActorContext<Message> context, Site site) {
    super(context);
    this.site = site;
    this.shelf = context.spawn(PieceShelf.empty(), "shelf");
    this.fetcher = context.spawn(PieceFetcher.idle(), PieceFetcher.NAME);
    ActorRef<Message> self = context.getSelf();
    this.coordinator =
        context.spawn(WorkCoordinator.of(report -> reported(self, report)), "coordinator");
    this.address =
        ActorRefResolver.get(context.getSystem())
            .resolveActorRef("pekko://" + FleetNetwork.NAME + "@" + site.learner() + "/user");
    ActorRef<ThisActorSystemQuarantinedEvent> quarantined =
        context.messageAdapter(
            ThisActorSystemQuarantinedEvent.class, _ -> new LearnerLost("quarantined"));
    Adapter.toClassic(context.getSystem())
        .eventStream()
        .subscribe(Adapter.toClassic(quarantined), ThisActorSystemQuarantinedEvent.class);
  }

  static Behavior<Message> of(Site site) {
    return Behaviors.setup(context ->
        Behaviors.withTimers(timers -> {
          timers.startTimerWithFixedDelay(new Repeat(), Duration.ZERO, REPEAT);
          return new WorkerSite(context, site);
        }));
  }

  @Override
  public Receive<Message> createReceive() {
    return newReceiveBuilder()
        .onMessage(Repeat.class, _ -> repeat())
        .onMessage(Welcome.class, this::welcomed)
        .onMessage(Assign.class, this::assigned)
        .onMessage(TaskHere.class, this::taskHere)
        .onMessage(StateHere.class, this::stateHere)
        .onMessage(Order.class, this::ordered)
        .onMessage(WeightsHere.class, this::weightsHere)
        .onMessage(Gathered.class, this::gathered)
        .onMessage(Failed.class, this::failed)
        .onMessage(Leave.class, this::left)
        .onMessage(LearnerLost.class, lost -> end(new WorkerEvent.LearnerGone(lost.why())))
        .build();
  }

  private Behavior<Message> repeat() {
    ActorRef<ToWorker> self = getContext().getSelf().narrow();
    if (welcome.isEmpty()) {
      address.tell(new Join(ProcessCoordinator.PROTOCOL, site.code(), self, shelf));
    } else {
      tellState();
    }
    return this;
  }

  private void tellState() {
    ActorRef<ToWorker> self = getContext().getSelf().narrow();
    welcome.ifPresent(known ->
        known
            .learner()
            .tell(
                new Status(
                    known.session(),
                    self,
                    assigned.map(mine -> mine.share().worker()).orElse(-1),
                    assigned.map(Assign::generation).orElse(-1),
                    pulse.steps(),
                    pulse.started() - startedBefore,
                    pulse.agentSteps() - stepsBefore,
                    site.memory().getAsLong(),
                    Runtime.getRuntime().maxMemory(),
                    work)));
  }

  private Behavior<Message> welcomed(Welcome first) {
    if (welcome.isEmpty()) {
      welcome = Optional.of(first);
      getContext().watchWith(first.learner(), new LearnerLost("gone"));
      site.events().add(new WorkerEvent.Joined(site.learner()));
    }
    return this;
  }

  private Behavior<Message> assigned(Assign assign) {
    boolean known =
        assigned
            .filter(mine ->
                mine.share().equals(assign.share()) && mine.generation() == assign.generation())
            .isPresent();
    if (welcome.isEmpty() || known) {
      return this;
    }
    pulse.killAfter(0);
    pulse = new WorkerPulse();
    startedBefore = 0;
    stepsBefore = 0;
    assigned = Optional.of(assign);
    work = new Busy();
    site.events().add(new WorkerEvent.Assigned(assign.share().worker(), assign.generation()));
    tellState();
    ActorRef<Message> self = getContext().getSelf();
    if (task.filter(there -> there.manifest().equals(assign.task())).isPresent()) {
      prepare(assign);
    } else {
      fetch("task", assign.task(), content -> new TaskHere(assign, content), self);
    }
    return this;
  }

  private void fetch(
      String name,
      PieceManifest manifest,
      Function<byte[], Message> arrived,
      ActorRef<Message> self) {
    welcome.ifPresent(known ->
        fetcher.tell(
            new PieceFetcher.Fetch(
                name,
                manifest,
                known.shelf(),
                new byte[manifest.size()],
                true,
                content -> self.tell(arrived.apply(content)))));
  }

  @SuppressWarnings("ReferenceEquality") // Two assignments with the same content are still two.
  private boolean current(Assign assign) {
    return assigned.filter(mine -> mine == assign).isPresent();
  }

  private Behavior<Message> taskHere(TaskHere here) {
    if (!current(here.assign())) {
      return this;
    }
    try {
      TrainingTask prepared =
          TaskContent.read(
              here.content(),
              site.files().resolve(Integer.toHexString(here.assign().task().hashCode())),
              site.device());
      task = Optional.of(new TaskCache(here.assign().task(), prepared));
      prepare(here.assign());
    } catch (Problem e) {
      return end(new WorkerEvent.Refused(e.getMessage()));
    } catch (RuntimeException e) {
      breakDown(e);
    }
    return this;
  }

  private void prepare(Assign assign) {
    assign
        .resumed()
        .ifPresentOrElse(
            from ->
                fetch(
                    "resumed",
                    from.tensors(),
                    content -> new StateHere(assign, from, content),
                    getContext().getSelf()),
            () -> begin(assign, Optional.empty()));
  }

  private Behavior<Message> stateHere(StateHere here) {
    if (current(here.assign())) {
      try {
        Map<String, Tensor> tensors =
            BatchContent.tensors(here.content()).stream()
                .collect(Collectors.toMap(Tensor::name, tensor -> tensor));
        begin(
            here.assign(),
            Optional.of(new ResumedWorker(tensors, here.from().updates(), here.from().created())));
      } catch (RuntimeException e) {
        breakDown(e);
      }
    }
    return this;
  }

  private void begin(Assign assign, Optional<ResumedWorker> resumed) {
    task.ifPresent(prepared ->
        coordinator.tell(
            new WorkCoordinator.Start(
                new WorkerSpec(
                    prepared.task(),
                    assign.share(),
                    assign.generation(),
                    assign.plan(),
                    new Seeds(assign.seed()),
                    pulse,
                    resumed,
                    assign.firstBatch(),
                    assign.firstEpisode()))));
    become(new Wants(assign.firstBatch()));
  }

  private void become(Work next) {
    work = next;
    tellState();
  }

  /// Whether an order is the one that this worker waits for.
  private boolean wanted(Order order) {
    boolean next =
        switch (work) {
          case Wants wants -> wants.batch() == order.batch().number();
          case Offers offers -> offers.batch().number() + 1 == order.batch().number();
          case Busy _, Broken _ -> false;
        };
    return next
        && assigned
            .filter(mine ->
                mine.share().worker() == order.batch().worker()
                    && mine.generation() == order.batch().generation())
            .isPresent();
  }

  private Behavior<Message> ordered(Order order) {
    if (wanted(order)) {
      work = new Busy();
      fetch(
          "weights",
          order.weights(),
          content -> new WeightsHere(order, content),
          getContext().getSelf());
    }
    return this;
  }

  private Behavior<Message> weightsHere(WeightsHere here) {
    Order order = here.order();
    boolean mine =
        assigned
            .filter(its ->
                its.share().worker() == order.batch().worker()
                    && its.generation() == order.batch().generation())
            .isPresent();
    if (mine) {
      try {
        WireReader from = new WireReader(here.content());
        float[] weights = from.floats();
        from.end();
        coordinator.tell(
            new WorkCoordinator.Place(
                new WorkOrder(
                    order.batch(), order.update(), new PolicySnapshot(order.version(), weights))));
      } catch (RuntimeException e) {
        breakDown(e);
      }
    }
    return this;
  }

  /// Packs what the worker has collected, in the worker's thread: it goes on only afterwards.
  private static void reported(ActorRef<Message> self, WorkerReport report) {
    switch (report) {
      case WorkerReport.Collected batch -> {
        byte[] content = BatchContent.write(batch);
        PieceManifest manifest = PieceManifest.of(content);
        self.tell(
            new Gathered(
                batch.id().generation(),
                new Offers(
                    batch.id(),
                    batch.update(),
                    batch.version(),
                    batch.counts(),
                    batch.created(),
                    manifest),
                manifest,
                content));
      }
      case WorkerReport.Failed failed ->
          self.tell(new Failed(failed.generation(), String.valueOf(failed.cause().getMessage())));
    }
  }

  private Behavior<Message> gathered(Gathered batch) {
    if (assigned.filter(mine -> mine.generation() == batch.generation()).isPresent()) {
      shelf.tell(new PieceShelf.Put(BATCH, batch.manifest(), batch.content()));
      startedBefore = pulse.started();
      stepsBefore = pulse.agentSteps();
      become(batch.offer());
    }
    return this;
  }

  private Behavior<Message> failed(Failed failed) {
    if (assigned.filter(mine -> mine.generation() == failed.generation()).isPresent()) {
      become(new Broken(failed.why()));
    }
    return this;
  }

  private void breakDown(RuntimeException cause) {
    become(new Broken(String.valueOf(cause.getMessage())));
  }

  private Behavior<Message> left(Leave leave) {
    return end(
        switch (leave.kind()) {
          case FINISHED -> new WorkerEvent.Finished();
          case REFUSED -> new WorkerEvent.Refused(leave.why());
          case UNKNOWN -> new WorkerEvent.LearnerGone(wording("WorkerSite.another_one"));
        });
  }

  private Behavior<Message> end(WorkerEvent last) {
    pulse.killAfter(0);
    site.events().add(last);
    return this;
  }
}
