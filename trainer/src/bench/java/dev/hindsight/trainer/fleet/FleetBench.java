package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import dev.hindsight.trainer.fleet.keys.FleetRole;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/// Batches per second between two processes, as workers send them to the learner: one process holds
/// batches of random bytes, the other fetches them, over TLS, and checks every piece.
public final class FleetBench {
  /// Bytes of a batch.
  public static final int BATCH = 1_000_000;

  /// Different batches; each is fetched again and again.
  private static final int BATCHES = 32;

  /// Batches under way at the same time, as of so many workers.
  private static final int AT_ONCE = 8;

  private FleetBench() {}

  /// What was measured.
  ///
  /// @param batches number of batches of [#BATCH] bytes
  /// @param seconds time they took
  /// @param processorSeconds processor time of the process that fetched them
  /// @param senderProcessorSeconds processor time of the process that held them
  public record FleetSpeed(
      long batches, double seconds, double processorSeconds, double senderProcessorSeconds)
      implements BenchResult {
    @Override
    public List<BenchFigure> figures() {
      return List.of(
          BenchFigure.context("batches", "batches", batches),
          BenchFigure.context("seconds", "s", seconds),
          BenchFigure.more("megabytesPerSecond", "MB/s", megabytesPerSecond()),
          BenchFigure.more("megabytesPerProcessorSecond", "MB/s", megabytesPerProcessorSecond()),
          BenchFigure.more("megabytesPerSenderSecond", "MB/s", megabytesPerSenderSecond()));
    }

    /// Millions of bytes per second.
    public double megabytesPerSecond() {
      return batches * (BATCH * 1e-6) / seconds;
    }

    /// Millions of bytes per second of processor time of the process that fetched them.
    public double megabytesPerProcessorSecond() {
      return batches * (BATCH * 1e-6) / processorSeconds;
    }

    /// Millions of bytes per second of processor time of the process that held them.
    public double megabytesPerSenderSecond() {
      return batches * (BATCH * 1e-6) / senderProcessorSeconds;
    }
  }

  private static byte[] batch(int number) {
    byte[] bytes = new byte[BATCH];
    new SplittableRandom(number).nextBytes(bytes);
    return bytes;
  }

  /// Holds batches until the process ends.
  public static void serve(FleetAddress address, Path keys) throws InterruptedException {
    ActorSystem<Void> system =
        FleetNetwork.start(
            Behaviors.setup(context -> {
              ActorRef<PieceShelf.Message> shelf = context.spawn(PieceShelf.empty(), "shelf");
              for (int b = 0; b < BATCHES; b++) {
                byte[] bytes = batch(b);
                shelf.tell(new PieceShelf.Put("batch" + b, PieceManifest.of(bytes), bytes));
              }
              return Behaviors.empty();
            }),
            address,
            keys,
            FleetRole.WORKER);
    try {
      system.getWhenTerminated().toCompletableFuture().get();
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Fetches batches.
  ///
  /// @param from where [#serve] listens
  /// @param sender the process that does
  /// @param seconds for how long, after as long a warm-up
  public static FleetSpeed run(
      FleetAddress from, ProcessHandle sender, FleetAddress own, Path keys, double seconds)
      throws InterruptedException {
    BlockingQueue<byte[]> arrived = new ArrayBlockingQueue<>(AT_ONCE);
    ActorSystem<PieceFetcher.Message> system =
        FleetNetwork.start(
            Behaviors.setup(context -> {
              ActorRef<PieceFetcher.Message> pieces =
                  context.spawn(PieceFetcher.idle(), PieceFetcher.NAME);
              return Behaviors.receiveMessage(message -> {
                pieces.tell(message);
                return Behaviors.same();
              });
            }),
            own,
            keys,
            FleetRole.LEARNER);
    try {
      ActorRef<PieceShelf.Message> shelf =
          ActorRefResolver.get(system)
              .resolveActorRef("pekko://" + FleetNetwork.NAME + "@" + from + "/user/shelf");
      PieceManifest[] manifests = new PieceManifest[BATCHES];
      for (int b = 0; b < BATCHES; b++) {
        manifests[b] = PieceManifest.of(batch(b));
      }
      int next = 0;
      for (; next < AT_ONCE; next++) {
        fetch(system, shelf, manifests, next, new byte[BATCH], arrived);
      }
      Optional<long[]> begin = Optional.empty();
      long warm = System.nanoTime();
      long count = 0;
      while (true) {
        byte[] room = arrived.poll(10, TimeUnit.MINUTES);
        if (room == null) {
          throw new IllegalStateException("no batch for ten minutes");
        }
        long now = System.nanoTime();
        if (begin.isEmpty() && now - warm > seconds * 1e9) {
          begin =
              Optional.of(
                  new long[] {
                    now, processorNanos(ProcessHandle.current()), processorNanos(sender)
                  });
        }
        if (begin.isPresent()) {
          count++;
          double took = (now - begin.get()[0]) * 1e-9;
          if (took > seconds) {
            return new FleetSpeed(
                count,
                took,
                (processorNanos(ProcessHandle.current()) - begin.get()[1]) * 1e-9,
                (processorNanos(sender) - begin.get()[2]) * 1e-9);
          }
        }
        fetch(system, shelf, manifests, next++, room, arrived);
      }
    } finally {
      system.terminate();
    }
  }

  private static long processorNanos(ProcessHandle of) {
    return of.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  private static void fetch(
      ActorRef<PieceFetcher.Message> fetcher,
      ActorRef<PieceShelf.Message> shelf,
      PieceManifest[] manifests,
      int number,
      byte[] room,
      BlockingQueue<byte[]> arrived) {
    fetcher.tell(
        new PieceFetcher.Fetch(
            "batch" + number, manifests[number % BATCHES], shelf, room, false, arrived::add));
  }
}
