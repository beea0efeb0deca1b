package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.fleet.FleetMessage.Busy;
import dev.hindsight.trainer.fleet.FleetMessage.Join;
import dev.hindsight.trainer.fleet.FleetMessage.Leave;
import dev.hindsight.trainer.fleet.FleetMessage.LeaveKind;
import dev.hindsight.trainer.fleet.FleetMessage.Status;
import dev.hindsight.trainer.fleet.FleetMessage.ToWorker;
import dev.hindsight.trainer.fleet.FleetMessage.Welcome;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.ledger.CodeVersion;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A learner that ends, and a worker's process that is slow to go. If the learner went first, word
/// that it is gone could overtake word that the run has ended: the worker would then look for
/// another learner for ten minutes.
@Timeout(60)
class FleetDismissalTest {
  /// What a process was told, in order.
  private final BlockingQueue<ToWorker> mail = new LinkedBlockingQueue<>();

  /// @param worker a process that reads its mail and goes when it is refused
  private record Actors(
      ActorRef<WorkCoordinator.Message> coordinator,
      ActorRef<ToWorker> worker,
      ActorRef<PieceShelf.Message> shelf) {}

  private Behavior<ToWorker> reader() {
    return Behaviors.receiveMessage(message -> {
      mail.add(message);
      return message instanceof Leave leave && leave.kind() == LeaveKind.REFUSED
          ? Behaviors.stopped()
          : Behaviors.same();
    });
  }

  private LeaveKind leave() throws InterruptedException {
    return assertInstanceOf(Leave.class, mail.take()).kind();
  }

  @Test
  void theLearnerWaitsUntilItsWorkersAreGoneAndTellsThemAgain() throws Exception {
    TrainingTask task = FleetRun.task("num_envs=1", "fleet_workers=1");
    ProcessCoordinator.Hall hall =
        new ProcessCoordinator.Hall(
            task, TaskContent.write(task), 1, new int[] {1}, CodeVersion.text());
    CompletableFuture<Actors> spawned = new CompletableFuture<>();
    ActorSystem<Object> system =
        ActorSystem.create(
            Behaviors.setup(context -> {
              spawned.complete(
                  new Actors(
                      context.spawn(ProcessCoordinator.of(hall, _ -> {}), "coordinator"),
                      context.spawn(reader(), "worker"),
                      context.spawn(PieceShelf.empty(), "shelf")));
              return Behaviors.empty();
            }),
            "dismissal");
    try {
      Actors actors = spawned.get();
      actors
          .coordinator()
          .tell(
              new Join(
                  ProcessCoordinator.PROTOCOL,
                  CodeVersion.text(),
                  actors.worker(),
                  actors.shelf()));
      Welcome welcome = assertInstanceOf(Welcome.class, mail.take());
      CompletableFuture<Boolean> told = new CompletableFuture<>();
      actors.coordinator().tell(new WorkCoordinator.Finish(false, told));
      assertEquals(LeaveKind.FINISHED, leave());

      // It has not read that yet when it says what it does.
      actors
          .coordinator()
          .tell(new Status(welcome.session(), actors.worker(), -1, -1, 0, 0, 0, 0, 0, new Busy()));
      assertEquals(LeaveKind.FINISHED, leave());
      assertFalse(told.isDone(), "it is still there");

      actors.worker().tell(new Leave(LeaveKind.REFUSED, ""));
      assertTrue(told.get());
    } finally {
      system.terminate();
      system.getWhenTerminated().toCompletableFuture().join();
    }
  }
}
