package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

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
import dev.hindsight.trainer.learn.training.CollectionPlan;
import dev.hindsight.trainer.learn.training.Collector;
import dev.hindsight.trainer.learn.training.StepBudget;
import dev.hindsight.trainer.learn.training.WorkerCollection.Share;
import java.io.NotSerializableException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.remote.artery.EnvelopeBuffer;
import org.apache.pekko.remote.artery.EnvelopeBufferPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The messages of a fleet as bytes: there and back, and bytes that are none.
class FleetSerializerTest {
  private static final ActorSystem<FleetMessage.ToWorker> SYSTEM =
      ActorSystem.create(Behaviors.empty(), "test", FleetNetwork.local());
  private static FleetSerializer serializer;

  @BeforeAll
  static void start() {
    serializer = new FleetSerializer((ExtendedActorSystem) Adapter.toClassic(SYSTEM));
  }

  @AfterAll
  static void end() throws Exception {
    SYSTEM.terminate();
    SYSTEM.getWhenTerminated().toCompletableFuture().get(1, TimeUnit.MINUTES);
  }

  private static PieceManifest manifest(int size) {
    byte[] bytes = new byte[size];
    new SplittableRandom(size).nextBytes(bytes);
    return PieceManifest.of(bytes);
  }

  private static List<FleetMessage> messages() {
    ActorRef<FleetMessage.ToWorker> worker = SYSTEM;
    Map<FleetEnd, Long> ends = new EnumMap<>(FleetEnd.class);
    for (FleetEnd end : FleetEnd.values()) {
      ends.put(end, 11L + ends.size());
    }
    BatchId batch = new BatchId(3, 5, 7);
    Offers offer =
        new Offers(batch, 8, 9, new BatchCounts(1, 2, ends, 4, 5), 6, manifest(1_200_000));
    CollectionPlan plan =
        new CollectionPlan(
            Collector.RowKind.SEGMENTS,
            32,
            new Collector.Rules(0.5, 0.99, 3),
            new StepBudget(StepBudget.By.ENV_STEPS, 1L << 40),
            29);
    Assign assign =
        new Assign(
            -1,
            new Share(3, 12, 4),
            5,
            Long.MIN_VALUE,
            plan,
            7,
            90,
            manifest(10),
            Optional.of(new ResumedManifest(manifest(3), 40, 30)));
    return List.of(
        new Join(1, "0.1.0+é", worker, worker.unsafeUpcast()),
        new Welcome(4, worker.unsafeUpcast(), worker.unsafeUpcast()),
        assign,
        new Assign(
            1, assign.share(), 0, 0, plan, 0, 0, new PieceManifest(0, List.of()), Optional.empty()),
        new Order(4, batch, 8, 9, manifest(700_000)),
        new Leave(LeaveKind.REFUSED, "another version"),
        new Status(4, worker, 3, 5, 100, 2, 60, 1L << 33, 1L << 34, new Wants(7)),
        new Status(4, worker, -1, -1, 0, 0, 0, 0, 0, new Busy()),
        new Status(4, worker, 3, 5, 100, 2, 60, 30, 40, offer),
        new Status(4, worker, 3, 5, 100, 2, 60, 30, 40, new Broken("no")),
        new Wanted(offer.content().pieces(), worker.unsafeUpcast()));
  }

  @Test
  void everyMessageComesBackAsItWasAndEveryKindIsThere() throws NotSerializableException {
    for (FleetMessage message : messages()) {
      byte[] bytes = serializer.toBinary(message);
      assertEquals(message, serializer.fromBinary(bytes, serializer.manifest(message)));
      for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
        ByteBuffer buffer = ByteBuffer.allocate(bytes.length + 9).order(order).position(4);
        serializer.toBinary(message, buffer);
        assertEquals(bytes.length + 4, buffer.position());
        buffer.limit(buffer.position()).position(4);
        assertEquals(message, serializer.fromBinary(buffer, serializer.manifest(message)));
      }
    }
    Set<Class<?>> kinds = messages().stream().map(Object::getClass).collect(Collectors.toSet());
    for (Class<?> kind : FleetMessage.class.getDeclaredClasses()) {
      if (kind.isRecord() && FleetMessage.class.isAssignableFrom(kind) && kind != Piece.class) {
        assertTrue(kinds.contains(kind), kind.getName());
      }
    }
  }

  /// A piece that has arrived refers to the frame in which it came, without a copy.
  @Test
  void aPieceThatArrivesIsNotCopied() throws NotSerializableException {
    byte[] bytes = {1, 2, 3, 4, 5};
    Piece piece = new Piece(PieceHash.of(bytes, 1, 3), bytes, 1, 3);
    ByteBuffer whole = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
    // As if the frame began further behind in its array, and had a header.
    ByteBuffer frame = whole.slice(10, 90).order(ByteOrder.LITTLE_ENDIAN).position(7);
    serializer.toBinary(piece, frame);
    frame.limit(frame.position()).position(7);
    Piece there = (Piece) serializer.fromBinary(frame, serializer.manifest(piece));
    assertSame(whole.array(), there.bytes());
    assertEquals(3, there.length());
    assertEquals(2, there.bytes()[there.from()]);
    assertEquals(piece.hash(), PieceHash.of(there.bytes(), there.from(), there.length()));
  }

  /// This is why it need not be copied: a frame that arrives over TCP lies in an array of its own,
  /// and Pekko fills none but direct buffers again.
  @Test
  void framesThatArriveAreNotFilledAgain() {
    EnvelopeBufferPool pool = new EnvelopeBufferPool(100, 4);
    pool.release(new EnvelopeBuffer(ByteBuffer.allocate(100)));
    assertTrue(pool.acquire().byteBuffer().isDirect());
    EnvelopeBuffer direct = new EnvelopeBuffer(ByteBuffer.allocateDirect(100));
    pool.release(direct);
    assertSame(direct, pool.acquire());
  }

  /// Pieces go into the buffer of a connection, which counts in the other order.
  @Test
  void aPieceComesBackWithItsContent() throws NotSerializableException {
    byte[] bytes = {1, 2, 3, 4, 5};
    Piece piece = new Piece(PieceHash.of(bytes, 1, 3), bytes, 1, 3);
    ByteBuffer buffer = ByteBuffer.allocateDirect(100).order(ByteOrder.LITTLE_ENDIAN);
    serializer.toBinary(piece, buffer);
    Piece direct = (Piece) serializer.fromBinary(buffer.flip(), serializer.manifest(piece));
    Piece copied =
        (Piece) serializer.fromBinary(serializer.toBinary(piece), serializer.manifest(piece));
    for (Piece back : List.of(direct, copied)) {
      assertEquals(piece.hash(), back.hash());
      assertArrayEquals(
          new byte[] {2, 3, 4},
          Arrays.copyOfRange(back.bytes(), back.from(), back.from() + back.length()));
      assertEquals(piece.hash(), PieceHash.of(back.bytes(), back.from(), back.length()));
    }
  }

  /// Whatever arrives is a message or refused: nothing else is thrown, and no length in it makes
  /// its reader allocate more than it brings.
  @Test
  void bytesThatAreNoMessageAreRefused() {
    SplittableRandom random = new SplittableRandom(7);
    for (FleetMessage message : messages()) {
      String manifest = serializer.manifest(message);
      byte[] whole = serializer.toBinary(message);
      for (int round = 0; round < 300; round++) {
        byte[] bytes = whole.clone();
        int at = random.nextInt(bytes.length);
        bytes[at] = (byte) random.nextInt();
        if (round % 3 == 0) {
          ByteBuffer.wrap(bytes).putInt(Math.min(at, bytes.length - 4), Integer.MAX_VALUE);
        }
        readOrRefuse(bytes, manifest);
      }
      for (int cut = 0; cut < whole.length; cut += 1 + whole.length / 50) {
        byte[] shorter = java.util.Arrays.copyOf(whole, cut);
        assertThrows(
            NotSerializableException.class, () -> serializer.fromBinary(shorter, manifest));
      }
      byte[] longer = java.util.Arrays.copyOf(whole, whole.length + 1);
      assertThrows(NotSerializableException.class, () -> serializer.fromBinary(longer, manifest));
    }
    assertThrows(
        NotSerializableException.class,
        () -> serializer.fromBinary(new byte[8], "java.util.ArrayList"));
  }

  private static void readOrRefuse(byte[] bytes, String manifest) {
    try {
      serializer.fromBinary(bytes, manifest);
    } catch (NotSerializableException _) {
      // Refused.
    } catch (RuntimeException e) {
      fail(manifest, e);
    }
  }

  @Test
  void aLengthBeyondTheBytesIsRefusedBeforeAnythingIsAllocated() {
    byte[] huge = new WireWriter().number(Integer.MAX_VALUE).written();
    assertThrows(WireReader.WireException.class, () -> new WireReader(huge).bytes());
    assertThrows(WireReader.WireException.class, () -> new WireReader(huge).floats());
    assertThrows(
        WireReader.WireException.class,
        () -> new WireReader(huge).list(PieceHash.BYTES, PieceHash::read));
    byte[] negative = new WireWriter().number(-1).written();
    assertThrows(WireReader.WireException.class, () -> new WireReader(negative).wholeNumbers());
    assertThrows(
        WireReader.WireException.class, () -> new PieceManifest(PieceManifest.MOST + 1, List.of()));
    assertThrows(WireReader.WireException.class, () -> new PieceManifest(10, List.of()));
  }

  @Test
  void javaSerialisationIsOff() {
    var serialization =
        org.apache.pekko.serialization.SerializationExtension.get(Adapter.toClassic(SYSTEM));
    assertTrue(serialization.serialize(new java.util.ArrayList<>(List.of("a"))).isFailure());
  }
}
