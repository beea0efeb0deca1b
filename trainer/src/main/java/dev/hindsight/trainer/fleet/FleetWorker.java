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
    boolean again = true;
    while (again && !cancellation.isCancelled()) {
      again = session(events, cancellation, code);
    }
  }

  /// @return whether to join again
  private boolean session(Consumer<WorkerEvent> events, Cancellation cancellation, String code) {
    BlockingQueue<WorkerEvent> queue = new LinkedBlockingQueue<>();
    try (TemporaryFolder files = new TemporaryFolder("hindsight-fleet")) {
      WorkerSite.Site site = new WorkerSite.Site(learner, code, device, files.path(), queue);
      ActorSystem<WorkerSite.Message> system =
          FleetNetwork.start(
              guardian(site),
              own.orElseGet(() -> FleetAddress.towards(learner)),
              keys,
              FleetRole.WORKER);
      try {
        return listen(queue, events, cancellation);
      } finally {
        end(system);
      }
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
