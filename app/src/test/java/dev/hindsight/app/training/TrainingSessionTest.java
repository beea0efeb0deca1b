package dev.hindsight.app.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Tasks;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TrainingSessionTest {
  private final BlockingQueue<Runnable> owner = new LinkedBlockingQueue<>();

  /// Its last entry in the ledger does not fit on the disk.
  @Test
  void aStoppedRunThatCannotReportItsEndHasEndedToo() throws InterruptedException {
    try (Tasks tasks = new Tasks(1)) {
      BackgroundTasks backgroundTasks = new BackgroundTasks(tasks, owner::add, _ -> {});
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch gate = new CountDownLatch(1);
      TrainingSession session = new TrainingSession("darkroom");
      session.start(
          backgroundTasks,
          _ -> {
            begun.countDown();
            awaitUninterrupted(gate);
            throw new Problem("the ledger cannot be written", "runs.jsonl", "free disk space");
          });
      begun.await();
      session.stop();
      session.poll();
      assertTrue(session.state().alive(), "it is stopping");
      gate.countDown();
      owner.take().run();
      session.poll();
      assertFalse(session.state().alive());
      assertEquals(
          "runs.jsonl: the ledger cannot be written - free disk space",
          session.state().ending().orElseThrow().reason());
    }
  }

  private static void awaitUninterrupted(CountDownLatch gate) {
    try {
      gate.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
