package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.fleet.EpisodeLedger.BatchId;
import dev.hindsight.trainer.fleet.FleetMessage.Assign;
import dev.hindsight.trainer.fleet.FleetMessage.Broken;
import dev.hindsight.trainer.fleet.FleetMessage.Busy;
import dev.hindsight.trainer.fleet.FleetMessage.Join;
import dev.hindsight.trainer.fleet.FleetMessage.Leave;
import dev.hindsight.trainer.fleet.FleetMessage.LeaveKind;
import dev.hindsight.trainer.fleet.FleetMessage.Offers;
import dev.hindsight.trainer.fleet.FleetMessage.Order;
import dev.hindsight.trainer.fleet.FleetMessage.ResumedManifest;
import dev.hindsight.trainer.fleet.FleetMessage.Status;
import dev.hindsight.trainer.fleet.FleetMessage.ToWorker;
import dev.hindsight.trainer.fleet.FleetMessage.Wants;
import dev.hindsight.trainer.fleet.FleetMessage.Welcome;
import dev.hindsight.trainer.fleet.WorkCoordinator.Finish;
import dev.hindsight.trainer.fleet.WorkCoordinator.Message;
import dev.hindsight.trainer.fleet.WorkCoordinator.Place;
import dev.hindsight.trainer.fleet.WorkCoordinator.Start;
import dev.hindsight.trainer.fleet.WorkOrder.PolicySnapshot;
import dev.hindsight.trainer.fleet.WorkerActor.WorkerSpec;
import dev.hindsight.trainer.fleet.WorkerPulse.WorkerFailure;
import dev.hindsight.trainer.fleet.WorkerPulse.WorkerProcess;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.TrajectoryBytes;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.TrainingTask;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/// The learner's side of workers in other processes: it gives each worker's number to a process
/// that has joined, brings orders and demand together as [WorkCoordinator] does, and fetches
/// batches. Processes without a number wait until another one is lost.
final class ProcessCoordinator extends AbstractBehavior<Message> {
  /// Version of the messages.
  static final int PROTOCOL = 4;

  private static final String TASK = "task";
  private static final String WEIGHTS = "weights";
  private static final long NONE = -1;

  /// Bytes that a batch may have besides its trajectories: the worker's state.
  private static final long MOST_STATE = 256L << 20;

  private final Hall hall;
  private final Consumer<WorkerReport> learner;
  private final long session = new SecureRandom().nextLong();
  private final ActorRef<PieceShelf.Message> shelf;
  private final ActorRef<PieceFetcher.Message> fetcher;
  private final Map<Integer, Slot> slots = new HashMap<>();
  private final Map<ActorRef<ToWorker>, Peer> peers = new HashMap<>();
  private final Deque<Peer> spares = new ArrayDeque<>();

  /// Where the batches of each worker are unpacked.
  private final Map<Integer, Trajectories> rooms = new HashMap<>();

  /// The processes that have been told that the run has ended.
  private final Set<ActorRef<ToWorker>> dismissed = new HashSet<>();

  /// Those of them that are not gone yet. The learner must not go first: word that it is gone can
  /// overtake word that the run has ended, and then they would wait for another learner.
  private final Set<ActorRef<ToWorker>> leaving = new HashSet<>();

  private final PieceManifest task;
  private Optional<Finish> finishing = Optional.empty();
  private Optional<PolicySnapshot> shown = Optional.empty();
  private PieceManifest weights = new PieceManifest(0, List.of());

  /// What the coordinator tells itself.
  sealed interface Own extends Message {}

  /// A process is gone.
  private record Lost(ActorRef<ToWorker> who) implements Own {}

  /// A batch is here.
  private record Fetched(int worker, int generation, Offers offer, byte[] content) implements Own {}

  /// What a coordinator must know.
  ///
  /// @param task of the run
  /// @param content the task as [TaskContent]
  /// @param ticks the most ticks of a row
  /// @param rows number of learning agents of each worker
  /// @param code version of this program
  record Hall(TrainingTask task, byte[] content, int ticks, int[] rows, String code) {}

  /// A process that has joined.
  private record Peer(ActorRef<ToWorker> who, ActorRef<PieceShelf.Message> shelf) {}

  /// A worker's number, and what is known of the process that has it.
  private static final class Slot {
    private final WorkerSpec spec;
    private Optional<Peer> peer = Optional.empty();
    private Optional<Assign> assigned = Optional.empty();
    private Optional<WorkOrder> order = Optional.empty();
    private Optional<Status> last = Optional.empty();
    private long wants = NONE;
    private long fetching = NONE;
    private boolean broken;

    /// Room for the bytes of the next batch, while none is under way.
    private Optional<byte[]> spare = Optional.empty();

    Slot(WorkerSpec spec) {
      this.spec = spec;
    }

    /// Room for the bytes of a batch: that of the last one, if they fit.
    byte[] takeRoom(PieceManifest batch) {
      byte[] taken =
          spare
              .filter(before -> before.length >= batch.size())
              .orElseGet(() -> new byte[batch.pieces().size() * PieceManifest.PIECE]);
      spare = Optional.empty();
      return taken;
    }
  }

  private ProcessCoordinator(
      ActorContext<Message> context, Hall hall, Consumer<WorkerReport> learner) {
    super(context);
    this.hall = hall;
    this.learner = learner;
    this.shelf = context.spawn(PieceShelf.empty(), "shelf");
    this.fetcher = context.spawn(PieceFetcher.idle(), PieceFetcher.NAME);
    this.task = PieceManifest.of(hall.content());
    shelf.tell(new PieceShelf.Put(TASK, task, hall.content()));
  }

  /// @param learner gets what workers report
  static Behavior<Message> of(Hall hall, Consumer<WorkerReport> learner) {
    return Behaviors.setup(context -> new ProcessCoordinator(context, hall, learner));
  }

  @Override
  public Receive<Message> createReceive() {
    return newReceiveBuilder()
        .onMessage(Start.class, this::start)
        .onMessage(Place.class, this::place)
        .onMessage(Finish.class, this::finish)
        .onMessage(Join.class, this::join)
        .onMessage(Status.class, this::heard)
        .onMessage(Lost.class, this::lost)
        .onMessage(Fetched.class, this::fetched)
        .build();
  }

  private Behavior<Message> start(Start start) {
    WorkerSpec spec = start.spec();
    int worker = spec.share().worker();
    Slot fresh = new Slot(spec);
    Slot before = slots.put(worker, fresh);
    if (before != null) {
      fresh.peer = before.peer;
    }
    fill(fresh);
    return this;
  }

  /// Gives a number to a process, if there is one.
  private void fill(Slot slot) {
    if (slot.peer.isEmpty()) {
      slot.peer = Optional.ofNullable(spares.poll());
    }
    WorkerSpec spec = slot.spec;
    spec.pulse().absent(slot.peer.isEmpty());
    if (slot.peer.isEmpty()) {
      return;
    }
    int worker = spec.share().worker();
    slot.assigned =
        Optional.of(
            new Assign(
                session,
                spec.share(),
                spec.generation(),
                spec.seeds().run(),
                spec.plan(),
                spec.firstBatch(),
                spec.firstEpisode(),
                task,
                spec.resumed().map(from -> resumed(worker, from))));
    assign(slot);
  }

  private ResumedManifest resumed(int worker, WorkerActor.ResumedWorker from) {
    String prefix = Checkpoint.OPTIMISER + "worker" + worker + ".";
    List<Tensor> own =
        from.tensors().values().stream()
            .filter(tensor -> tensor.name().startsWith(prefix))
            .toList();
    byte[] content = BatchContent.ofTensors(own);
    PieceManifest manifest = PieceManifest.of(content);
    shelf.tell(new PieceShelf.Put("resumed" + worker, manifest, content));
    return new ResumedManifest(manifest, from.updates(), from.created());
  }

  private static void assign(Slot slot) {
    slot.peer.ifPresent(peer -> slot.assigned.ifPresent(peer.who()::tell));
  }

  private Behavior<Message> place(Place place) {
    Slot slot = slots.get(place.order().batch().worker());
    if (slot != null) {
      slot.order = Optional.of(place.order());
      send(slot);
    }
    return this;
  }

  /// Sends an order to a process that asks for it.
  private void send(Slot slot) {
    Optional<WorkOrder> due = slot.order.filter(order -> order.batch().number() == slot.wants);
    if (slot.peer.isEmpty() || due.isEmpty()) {
      return;
    }
    WorkOrder order = due.get();
    slot.peer
        .get()
        .who()
        .tell(
            new Order(
                session, order.batch(), order.update(), order.policy().version(), show(order)));
  }

  /// Puts the weights of an order on the shelf, unless they are there.
  @SuppressWarnings("ReferenceEquality") // All orders of a round share one snapshot.
  private PieceManifest show(WorkOrder order) {
    if (shown.filter(there -> there == order.policy()).isEmpty()) {
      shown = Optional.of(order.policy());
      byte[] content = new WireWriter().numbers(order.policy().weights()).written();
      weights = PieceManifest.of(content);
      shelf.tell(new PieceShelf.Put(WEIGHTS, weights, content));
    }
    return weights;
  }

  private Behavior<Message> join(Join join) {
    if (join.protocol() != PROTOCOL || !join.code().equals(hall.code())) {
      String why = wording("ProcessCoordinator.another_version", join.code(), hall.code());
      join.who().tell(new Leave(LeaveKind.REFUSED, why));
      return this;
    }
    if (finishing.isPresent()) {
      dismiss(join.who());
      return answered();
    }
    if (!peers.containsKey(join.who())) {
      Peer peer = new Peer(join.who(), join.shelf());
      peers.put(join.who(), peer);
      getContext().watchWith(join.who(), new Lost(join.who()));
      spares.add(peer);
    }
    join.who().tell(new Welcome(session, getContext().getSelf().narrow(), shelf));
    slots.values().stream().filter(slot -> slot.peer.isEmpty()).forEach(this::fill);
    return this;
  }

  private Optional<Slot> slot(Peer peer) {
    return slots.values().stream()
        .filter(slot -> slot.peer.filter(peer::equals).isPresent())
        .findFirst();
  }

  private Behavior<Message> heard(Status status) {
    if (finishing.isPresent()) {
      dismiss(status.who());
      return answered();
    }
    Peer peer = peers.get(status.who());
    if (peer == null || status.session() != session) {
      status.who().tell(new Leave(LeaveKind.UNKNOWN, ""));
      return this;
    }
    Optional<Slot> its = slot(peer);
    if (its.isEmpty()) {
      return this;
    }
    Slot slot = its.get();
    if (status.worker() != slot.spec.share().worker()
        || status.generation() != slot.spec.generation()) {
      assign(slot);
      return this;
    }
    slot.last = Optional.of(status);
    slot.spec.pulse().reached(status.ticks());
    slot.spec.pulse().in(process(status));
    switch (status.work()) {
      case Busy _ -> {
        // Its ticks say that it lives.
      }
      case Wants wants -> {
        slot.wants = wants.batch();
        send(slot);
      }
      case Offers offer -> offered(slot, peer, offer);
      case Broken broken -> broken(slot, status, broken.why());
    }
    return this;
  }

  private static WorkerProcess process(Status status) {
    String address = status.who().path().address().hostPort();
    // Behind the name of the actors, which all processes share.
    return new WorkerProcess(
        address.substring(address.indexOf('@') + 1), status.memory(), status.memoryLimit());
  }

  /// Fetches a batch that was ordered and is not under way yet; whatever else is offered has been
  /// fetched, or was replaced.
  private void offered(Slot slot, Peer peer, Offers offer) {
    slot.wants = offer.batch().number() + 1;
    send(slot);
    if (slot.fetching >= offer.batch().number()
        || slot.order.filter(order -> order.batch().equals(offer.batch())).isEmpty()) {
      return;
    }
    int worker = offer.batch().worker();
    int generation = offer.batch().generation();
    if (offer.content().size() > TrajectoryBytes.most(room(worker)) + MOST_STATE) {
      fail(slot, wording("ProcessCoordinator.a_batch_too_large", offer.content().size()));
      return;
    }
    slot.fetching = offer.batch().number();
    ActorRef<Message> self = getContext().getSelf();
    fetcher.tell(
        new PieceFetcher.Fetch(
            "batch" + worker,
            offer.content(),
            peer.shelf(),
            slot.takeRoom(offer.content()),
            false,
            content -> self.tell(new Fetched(worker, generation, offer, content))));
  }

  /// Where a worker's batch is unpacked: it belongs to the learner until the next order.
  private Trajectories room(int worker) {
    EnvironmentShape shape = hall.task().factories().getFirst().shape();
    return rooms.computeIfAbsent(
        worker, number -> Trajectories.of(shape, hall.rows()[number], hall.ticks()));
  }

  private Behavior<Message> fetched(Fetched fetched) {
    Slot slot = slots.get(fetched.worker());
    Offers offer = fetched.offer();
    BatchId id = offer.batch();
    if (slot == null
        || slot.spec.generation() != fetched.generation()
        || slot.order.filter(order -> order.batch().equals(id)).isEmpty()) {
      return this;
    }
    Trajectories into = room(fetched.worker());
    try {
      BatchContent content =
          BatchContent.read(
              ByteBuffer.wrap(fetched.content(), 0, offer.content().size()),
              hall.task().factories().getFirst().shape().figures(),
              into,
              wording("Fleet.worker", fetched.worker() + 1));
      slot.spare = Optional.of(fetched.content());
      learner.accept(
          new WorkerReport.Collected(
              id,
              offer.update(),
              offer.version(),
              into,
              content.results(),
              offer.counts(),
              content.state(),
              offer.created()));
    } catch (RuntimeException e) {
      fail(
          slot,
          wording("ProcessCoordinator.a_batch_that_is_damaged", String.valueOf(e.getMessage())));
    }
    return this;
  }

  private void broken(Slot slot, Status status, String why) {
    if (!slot.broken) {
      slot.broken = true;
      report(slot, status.startedSince(), status.stepsSince(), why);
    }
  }

  private void fail(Slot slot, String why) {
    if (!slot.broken) {
      slot.broken = true;
      report(slot, 0, 0, why);
    }
  }

  private void report(Slot slot, long startedSince, long stepsSince, String why) {
    learner.accept(
        new WorkerReport.Failed(
            slot.spec.share().worker(),
            slot.spec.generation(),
            startedSince,
            stepsSince,
            new WorkerFailure(why)));
  }

  private Behavior<Message> lost(Lost lost) {
    if (leaving.remove(lost.who())) {
      return answered();
    }
    Peer peer = peers.remove(lost.who());
    if (peer == null) {
      return this;
    }
    spares.remove(peer);
    slot(peer)
        .ifPresent(slot -> {
          slot.peer = Optional.empty();
          slot.assigned = Optional.empty();
          slot.spec.pulse().absent(true);
          if (!slot.broken) {
            slot.broken = true;
            report(
                slot,
                slot.last.map(Status::startedSince).orElse(0L),
                slot.last.map(Status::stepsSince).orElse(0L),
                wording("ProcessCoordinator.its_process_is_gone"));
          }
        });
    return this;
  }

  private Behavior<Message> finish(Finish finish) {
    finishing = Optional.of(finish);
    peers.keySet().forEach(this::dismiss);
    peers.clear();
    return answered();
  }

  /// Tells a process that the run has ended. A process asks again until it hears.
  private void dismiss(ActorRef<ToWorker> who) {
    who.tell(new Leave(LeaveKind.FINISHED, ""));
    if (dismissed.add(who)) {
      leaving.add(who);
      getContext().watchWith(who, new Lost(who));
    }
  }

  /// Answers the learner once all processes that were told are gone, and as many as it has workers
  /// have been told, unless it does not wait for those that are absent.
  private Behavior<Message> answered() {
    finishing
        .filter(_ -> leaving.isEmpty())
        .filter(finish -> !finish.absent() || dismissed.size() >= slots.size())
        .ifPresent(finish -> finish.told().complete(true));
    return this;
  }
}
