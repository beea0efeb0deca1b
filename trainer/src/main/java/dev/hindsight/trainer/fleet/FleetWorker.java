package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.TemporaryFolder;
import dev.hindsight.trainer.fleet.keys.FleetRole;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.CodeVersion;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/// A worker in a process of its own. It joins a learner, collects for it, and joins again if the
/// learner is lost, until the run has ended. After a loss its actors are new: a learner that has
/// given up on the old ones would not listen to them.
///
/// @param learner where the learner listens
/// @param own where this worker listens; empty for a free port on the way to the learner
/// @param keys folder of the keys
/// @param device where to compute
public record FleetWorker(
    FleetAddress learner, Optional<FleetAddress> own, Path keys, TrainingTask.Device device) {
  private static final long PATIENCE_SECONDS = 10;
  private static final long LOOK_MILLIS = 200;

  /// Works until the run has ended or it is cancelled.
  ///
  /// @param events hears what happens
  /// @throws Problem if the learner refuses it, or the keys cannot be read
  public void run(Consumer<WorkerEvent> events, Cancellation cancellation) {
    run(events, cancellation, CodeVersion.text());
  }

  /// @param code version of this program
  void run(Consumer<WorkerEvent> events, Cancellation cancellation, String code) {
    FleetAddress mine = own.orElseGet(() -> FleetAddress.towards(learner));
    boolean again = session(mine, events, cancellation, code, true);
    while (again && !cancellation.isCancelled()) {
      again = session(mine, events, cancellation, code, false);
    }
  }

  /// @param first whether it has never been able to listen
  /// @return whether to join again
  private boolean session(
      FleetAddress mine,
      Consumer<WorkerEvent> events,
      Cancellation cancellation,
      String code,
      boolean first) {
    BlockingQueue<WorkerEvent> queue = new LinkedBlockingQueue<>();
    try (TemporaryFolder files = new TemporaryFolder("hindsight-fleet")) {
      WorkerSite.Site site = new WorkerSite.Site(learner, code, device, files.path(), queue);
      Optional<ActorSystem<WorkerSite.Message>> system = start(site, mine, first);
      if (system.isEmpty()) {
        return !pause(queue);
      }
      try {
        return listen(queue, events, cancellation);
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

  private static boolean listen(
      BlockingQueue<WorkerEvent> queue, Consumer<WorkerEvent> events, Cancellation cancellation) {
    while (!cancellation.isCancelled()) {
      try {
        WorkerEvent event = queue.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        if (event == null) {
          continue;
        }
        events.accept(event);
        switch (event) {
          case WorkerEvent.Joined _, WorkerEvent.Assigned _ -> {
            // It goes on.
          }
          case WorkerEvent.LearnerGone _ -> {
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
