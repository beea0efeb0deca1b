package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.fleet.keys.FleetKeys;
import dev.hindsight.trainer.fleet.keys.FleetRole;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.CodeVersion;
import dev.hindsight.trainer.task.Cancellation;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/// A worker in a process of its own. It joins a learner, collects for it, and joins again if the
/// learner is lost, until the run has ended. After a loss its actors are new: a learner that has
/// given up on the old ones would not listen to them. It gives up if no learner answers for too
/// long: the run may have ended while the worker was cut off from it.
///
/// @param learner where the learner listens
/// @param own where this worker listens; empty for a free port on the way to the learner
/// @param keys folder of the keys
/// @param device where to compute
/// @param patience how long it tries to join before it gives up
public record FleetWorker(
    FleetAddress learner,
    Optional<FleetAddress> own,
    Path keys,
    TrainingTask.Device device,
    Duration patience) {
  /// How long a worker tries to join unless told otherwise: as long as a learner may take to be
  /// started again.
  public static final Duration USUAL_PATIENCE = Duration.ofMinutes(10);

  private static final long PATIENCE_SECONDS = 10;
  private static final long LOOK_MILLIS = 200;

  /// Works until the run has ended or it is cancelled.
  ///
  /// @param events hears what happens
  /// @throws Problem if the learner refuses it or has keys of another fleet, no learner answers for
  ///   too long, or the keys cannot be read
  public void run(Consumer<WorkerEvent> events, Cancellation cancellation) {
    run(events, cancellation, CodeVersion.text(), MemoryGauge::heapBytes);
  }

  /// @param code version of this program
  /// @param memory bytes of this process's heap that are in use
  void run(
      Consumer<WorkerEvent> events, Cancellation cancellation, String code, LongSupplier memory) {
    FleetAddress mine = own.orElseGet(() -> FleetAddress.towards(learner));
    JoinPatience waiting = new JoinPatience(patience, System::nanoTime);
    Session session = new Session(mine, events, cancellation, code, memory, waiting);
    boolean again = session(session, true);
    while (again && !cancellation.isCancelled()) {
      again = session(session, false);
    }
  }

  /// What all attempts to work for a learner share.
  private record Session(
      FleetAddress mine,
      Consumer<WorkerEvent> events,
      Cancellation cancellation,
      String code,
      LongSupplier memory,
      JoinPatience waiting) {}

  /// @param first whether it has never been able to listen
  /// @return whether to join again
  private boolean session(Session session, boolean first) {
    BlockingQueue<WorkerEvent> queue = new LinkedBlockingQueue<>();
    try (TemporaryFolder files = new TemporaryFolder("hindsight-fleet")) {
      WorkerSite.Site site =
          new WorkerSite.Site(
              learner, session.code(), device, files.path(), session.memory(), queue);
      Optional<ActorSystem<WorkerSite.Message>> system = start(site, session.mine(), first);
      if (system.isEmpty()) {
        session.waiting().check(learner);
        return !pause(queue);
      }
      try {
        return listen(queue, session);
      } finally {
        end(system.get());
      }
    }
  }

  /// Empty if it is impossible to listen now, though it was possible before: the network may come
  /// back.
  private Optional<ActorSystem<WorkerSite.Message>> start(
      WorkerSite.Site site, FleetAddress mine, boolean first) {
    try {
      return Optional.of(FleetNetwork.start(guardian(site), mine, keys, FleetRole.WORKER));
    } catch (Problem e) {
      if (first) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /// @return whether the thread was interrupted
  private static boolean pause(BlockingQueue<WorkerEvent> empty) {
    try {
      WorkerEvent none = empty.poll(1, TimeUnit.SECONDS);
      return none instanceof WorkerEvent.Finished;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /// The site is not the first actor: only others have a number by which a later one at the same
  /// address differs.
  private static Behavior<WorkerSite.Message> guardian(WorkerSite.Site site) {
    return Behaviors.setup(context -> {
      context.spawn(WorkerSite.of(site), "site");
      return Behaviors.empty();
    });
  }

  private boolean listen(BlockingQueue<WorkerEvent> queue, Session session) {
    while (!session.cancellation().isCancelled()) {
      try {
        WorkerEvent event = queue.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        if (event == null) {
          session.waiting().check(learner);
          checkKeys(session.waiting());
          continue;
        }
        session.events().accept(event);
        switch (event) {
          case WorkerEvent.Joined _ -> session.waiting().joined();
          case WorkerEvent.Assigned _ -> {
            // It goes on.
          }
          case WorkerEvent.LearnerGone _ -> {
            session.waiting().lost();
            return true;
          }
          case WorkerEvent.Finished _ -> {
            return false;
          }
          case WorkerEvent.Refused refused ->
              throw new Problem(
                  refused.why(),
                  wording("FleetWorker.this_worker"),
                  wording("TaskContent.install_the_same_version"));
        }
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return false;
  }

  /// The actors only ever fail to connect, and do not say why.
  ///
  /// @throws Problem if who listens there has a certificate of another authority
  private void checkKeys(JoinPatience waiting) {
    if (waiting.wonders()
        && FleetKeys.read(keys, FleetRole.WORKER)
            .distrusts(new InetSocketAddress(learner.host(), learner.port()))) {
      throw new Problem(
          wording("FleetWorker.the_learner_there_has_other_keys"),
          learner.toString(),
          wording("FleetWorker.copy_the_keys_of_its_fleet", keys));
    }
  }

  private static void end(ActorSystem<?> system) {
    system.terminate();
    try {
      system.getWhenTerminated().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException _) {
      // A worker in the middle of a step is a daemon: the program can end without it.
    }
  }
}
