package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.fleet.EpisodeLedger.BatchCounts;
import dev.hindsight.trainer.fleet.EpisodeLedger.BatchId;
import dev.hindsight.trainer.fleet.FleetMessage.Assign;
import dev.hindsight.trainer.fleet.FleetMessage.Broken;
import dev.hindsight.trainer.fleet.FleetMessage.Busy;
import dev.hindsight.trainer.fleet.FleetMessage.Join;
import dev.hindsight.trainer.fleet.FleetMessage.Leave;
import dev.hindsight.trainer.fleet.FleetMessage.LeaveKind;
import dev.hindsight.trainer.fleet.FleetMessage.Offers;
import dev.hindsight.trainer.fleet.FleetMessage.Order;
import dev.hindsight.trainer.fleet.FleetMessage.Piece;
import dev.hindsight.trainer.fleet.FleetMessage.ResumedManifest;
import dev.hindsight.trainer.fleet.FleetMessage.Status;
import dev.hindsight.trainer.fleet.FleetMessage.Wanted;
import dev.hindsight.trainer.fleet.FleetMessage.Wants;
import dev.hindsight.trainer.fleet.FleetMessage.Welcome;
import dev.hindsight.trainer.fleet.FleetMessage.Work;
import dev.hindsight.trainer.fleet.WireReader.WireException;
import dev.hindsight.trainer.learn.training.CollectionPlan;
import dev.hindsight.trainer.learn.training.Collector;
import dev.hindsight.trainer.learn.training.StepBudget;
import dev.hindsight.trainer.learn.training.WorkerCollection.Share;
import java.io.NotSerializableException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.serialization.ByteBufferSerializer;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/// The messages of a fleet as bytes. Nothing but these messages is read: a name of a class in a
/// message names none here. Any thread.
@SuppressWarnings("EnumOrdinal") // Both sides have the same version of the program.
public final class FleetSerializer extends SerializerWithStringManifest
    implements ByteBufferSerializer {
  private static final int IDENTIFIER = 0x4853;
  private static final String JOIN = "j";
  private static final String WELCOME = "w";
  private static final String ASSIGN = "a";
  private static final String ORDER = "o";
  private static final String LEAVE = "l";
  private static final String STATUS = "s";
  private static final String WANTED = "q";
  private static final String PIECE = "p";

  private final ExtendedActorSystem system;

  /// Pekko calls it.
  public FleetSerializer(ExtendedActorSystem system) {
    this.system = system;
  }

  private ActorRefResolver references() {
    return ActorRefResolver.get(Adapter.toTyped(system));
  }

  @Override
  public int identifier() {
    return IDENTIFIER;
  }

  @Override
  public String manifest(Object message) {
    return switch (message) {
      case Join _ -> JOIN;
      case Welcome _ -> WELCOME;
      case Assign _ -> ASSIGN;
      case Order _ -> ORDER;
      case Leave _ -> LEAVE;
      case Status _ -> STATUS;
      case Wanted _ -> WANTED;
      case Piece _ -> PIECE;
      default -> throw new IllegalArgumentException(message.getClass().getName());
    };
  }

  @Override
  public byte[] toBinary(Object message) {
    WireWriter to = new WireWriter();
    write((FleetMessage) message, to);
    return to.written();
  }

  @Override
  public void toBinary(Object message, ByteBuffer bytes) {
    if (message instanceof Piece piece) {
      // The buffer of the connection counts in another order than a copy of it.
      ByteBuffer to = bytes.duplicate();
      to.putLong(piece.hash().a())
          .putLong(piece.hash().b())
          .putLong(piece.hash().c())
          .putLong(piece.hash().d())
          .putInt(piece.length())
          .put(piece.bytes(), piece.from(), piece.length());
      bytes.position(to.position());
    } else {
      bytes.put(toBinary(message));
    }
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
    return fromBinary(ByteBuffer.wrap(bytes), manifest);
  }

  @Override
  public Object fromBinary(ByteBuffer bytes, String manifest) throws NotSerializableException {
    WireReader from = new WireReader(bytes.duplicate());
    try {
      FleetMessage message = read(from, manifest);
      from.end();
      return message;
    } catch (WireException | IllegalArgumentException e) {
      NotSerializableException failure =
          new NotSerializableException(manifest + ": " + e.getMessage());
      failure.initCause(e);
      throw failure;
    }
  }

  private void write(FleetMessage message, WireWriter to) {
    switch (message) {
      case Join join -> {
        to.number(join.protocol()).text(join.code());
        reference(join.who(), to);
        reference(join.shelf(), to);
      }
      case Welcome welcome -> {
        to.number(welcome.session());
        reference(welcome.learner(), to);
        reference(welcome.shelf(), to);
      }
      case Assign assign -> write(assign, to);
      case Order order -> {
        to.number(order.session());
        write(order.batch(), to);
        to.number(order.update()).number(order.version());
        order.weights().write(to);
      }
      case Leave leave -> to.number(leave.kind().ordinal()).text(leave.why());
      case Status status -> {
        to.number(status.session());
        reference(status.who(), to);
        to.number(status.worker())
            .number(status.generation())
            .number(status.ticks())
            .number(status.startedSince())
            .number(status.stepsSince())
            .number(status.memory())
            .number(status.memoryLimit());
        write(status.work(), to);
      }
      case Wanted wanted -> {
        to.list(wanted.pieces(), (writer, piece) -> piece.write(writer));
        reference(wanted.to(), to);
      }
      case Piece piece -> {
        piece.hash().write(to);
        to.number(piece.length())
            .reserve(piece.length())
            .put(piece.bytes(), piece.from(), piece.length());
      }
    }
  }

  private FleetMessage read(WireReader from, String manifest) {
    return switch (manifest) {
      case JOIN -> new Join(from.number(), from.text(), reference(from), reference(from));
      case WELCOME -> new Welcome(from.longNumber(), reference(from), reference(from));
      case ASSIGN -> assign(from);
      case ORDER ->
          new Order(
              from.longNumber(),
              batch(from),
              from.longNumber(),
              from.longNumber(),
              PieceManifest.read(from));
      case LEAVE -> new Leave(one(LeaveKind.values(), from), from.text());
      case STATUS ->
          new Status(
              from.longNumber(),
              reference(from),
              from.number(),
              from.number(),
              from.longNumber(),
              from.longNumber(),
              from.longNumber(),
              from.longNumber(),
              from.longNumber(),
              work(from));
      case WANTED -> new Wanted(from.list(PieceHash.BYTES, PieceHash::read), reference(from));
      case PIECE -> piece(from);
      default -> throw new WireException(wording("FleetSerializer.no_message_of_this_kind"));
    };
  }

  private static Piece piece(WireReader from) {
    PieceHash hash = PieceHash.read(from);
    ByteBuffer part = from.part(from.length(1));
    if (part.hasArray()) {
      // The frame itself: Artery's TCP makes one for each message and keeps none.
      return new Piece(hash, part.array(), part.arrayOffset(), part.remaining());
    }
    byte[] bytes = new byte[part.remaining()];
    part.get(bytes);
    return new Piece(hash, bytes, 0, bytes.length);
  }

  private static <T> T one(T[] all, WireReader from) {
    int index = from.number();
    if (index < 0 || index >= all.length) {
      throw new WireException(wording("FleetSerializer.there_is_no_kind", index));
    }
    return all[index];
  }

  private void reference(ActorRef<?> reference, WireWriter to) {
    to.text(references().toSerializationFormat(reference));
  }

  private <T> ActorRef<T> reference(WireReader from) {
    return references().resolveActorRef(from.text());
  }

  private static void write(BatchId batch, WireWriter to) {
    to.number(batch.worker()).number(batch.generation()).number(batch.number());
  }

  private static BatchId batch(WireReader from) {
    return new BatchId(from.number(), from.number(), from.longNumber());
  }

  private static void write(Assign assign, WireWriter to) {
    Share share = assign.share();
    CollectionPlan plan = assign.plan();
    to.number(assign.session())
        .number(share.worker())
        .number(share.before())
        .number(share.count())
        .number(assign.generation())
        .number(assign.seed())
        .number(plan.rowKind().ordinal())
        .number(plan.ticks())
        .number(plan.rules().rewardClip())
        .number(plan.rules().gamma())
        .number(plan.rules().badUpdates())
        .number(plan.budget().by().ordinal())
        .number(plan.budget().size())
        .number(plan.renewal())
        .number(assign.firstBatch())
        .number(assign.firstEpisode());
    assign.task().write(to);
    to.flag(assign.resumed().isPresent());
    assign
        .resumed()
        .ifPresent(resumed -> {
          resumed.tensors().write(to);
          to.number(resumed.updates()).number(resumed.created());
        });
  }

  private static Assign assign(WireReader from) {
    return new Assign(
        from.longNumber(),
        new Share(from.number(), from.number(), from.number()),
        from.number(),
        from.longNumber(),
        new CollectionPlan(
            one(Collector.RowKind.values(), from),
            from.number(),
            new Collector.Rules(from.real(), from.real(), from.number()),
            new StepBudget(one(StepBudget.By.values(), from), from.longNumber()),
            from.longNumber()),
        from.longNumber(),
        from.longNumber(),
        PieceManifest.read(from),
        from.flag()
            ? Optional.of(
                new ResumedManifest(PieceManifest.read(from), from.longNumber(), from.longNumber()))
            : Optional.empty());
  }

  private static void write(Work work, WireWriter to) {
    switch (work) {
      case Wants wants -> to.number(0).number(wants.batch());
      case Busy _ -> to.number(1);
      case Offers offers -> {
        to.number(2);
        write(offers.batch(), to);
        to.number(offers.update()).number(offers.version());
        write(offers.counts(), to);
        to.number(offers.created());
        offers.content().write(to);
      }
      case Broken broken -> to.number(3).text(broken.why());
    }
  }

  private static Work work(WireReader from) {
    return switch (from.number()) {
      case 0 -> new Wants(from.longNumber());
      case 1 -> new Busy();
      case 2 ->
          new Offers(
              batch(from),
              from.longNumber(),
              from.longNumber(),
              counts(from),
              from.longNumber(),
              PieceManifest.read(from));
      case 3 -> new Broken(from.text());
      default -> throw new WireException(wording("FleetSerializer.no_work_of_this_kind"));
    };
  }

  private static void write(BatchCounts counts, WireWriter to) {
    to.number(counts.firstEpisode()).number(counts.started());
    for (FleetEnd end : FleetEnd.values()) {
      to.number(counts.ends().getOrDefault(end, 0L).longValue());
    }
    to.number(counts.running()).number(counts.steps());
  }

  private static BatchCounts counts(WireReader from) {
    long first = from.longNumber();
    long started = from.longNumber();
    Map<FleetEnd, Long> ends = new EnumMap<>(FleetEnd.class);
    for (FleetEnd end : FleetEnd.values()) {
      ends.put(end, from.longNumber());
    }
    return new BatchCounts(first, started, ends, from.longNumber(), from.longNumber());
  }
}
