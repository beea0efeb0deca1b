package dev.hindsight.app.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.notices.Notice;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.TaskProgress;
import dev.hindsight.trainer.task.Tasks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class BackgroundTest {
  private final Tasks tasks = new Tasks(2);
  private final BlockingQueue<Runnable> owner = new LinkedBlockingQueue<>();
  private final List<Notice> trouble = new ArrayList<>();
  private final List<Integer> results = new ArrayList<>();
  private final List<TaskStripState> strips = new ArrayList<>();
  private final Background background = new Background(tasks, owner::add, trouble::add);

  @AfterEach
  void stop() {
    tasks.close();
  }

  @Test
  void resultComesOnTheOwnersThread() throws InterruptedException {
    background.start("Adding", (_, _) -> 40 + 2, results::add);
    assertEquals(List.of(), results);

    owner.take().run();

    assertEquals(List.of(42), results);
  }

  @Test
  void stripShowsAJobWhileItRuns() throws InterruptedException {
    background.watch(strips::add);

    background.start("Adding", (_, _) -> 42, results::add);
    owner.take().run();

    TaskRecord done = new TaskRecord(0, "Adding", new TaskOutcome.Done(Optional.empty()));
    assertEquals(
        List.of(
            TaskStripState.EMPTY,
            new TaskStripState(List.of(new TaskLine(0, "Adding", Optional.empty())), List.of()),
            new TaskStripState(List.of(), List.of(done))),
        strips);
  }

  @Test
  void nothingIsUnderWayOnceEveryResultHasArrived() throws InterruptedException {
    background.start("Adding", (_, _) -> 1, results::add);
    background.quietly("Adding", (_, _) -> 2, results::add);
    background.beside("Adding", (_, _) -> 3, results::add, _ -> {});
    background.surely("Adding", (_, _) -> 4, results::add);
    for (int arrived = 0; arrived < 4; arrived++) {
      assertFalse(background.idle(), arrived + " of 4 have arrived");
      owner.take().run();
    }

    assertTrue(background.idle());
    assertEquals(Set.of(1, 2, 3, 4), Set.copyOf(results));
  }

  @Test
  void whatOthersMayReadIsTakenAwayBehindThem() throws InterruptedException {
    assertBehind(reads -> background.quietly("Reading", reads, results::add));
  }

  @Test
  void alsoBehindThoseTheStripShowsWhichSayThatTheyRead() throws InterruptedException {
    assertBehind(reads -> background.startReading(Errand.of("Filming", reads, results::add)));
  }

  @Test
  void itDoesNotWaitForTheOthersOfTheStrip() throws InterruptedException {
    CountDownLatch gate = new CountDownLatch(1);
    background.start(
        "Training",
        (_, _) -> {
          gate.await();
          return 1;
        },
        results::add);
    CountDownLatch away = new CountDownLatch(1);
    background.behind(
        "Closing",
        (_, _) -> {
          away.countDown();
          return true;
        });
    away.await();
    assertEquals(List.of(), results);
    gate.countDown();
  }

  /// @param begins a job that reads
  private void assertBehind(Consumer<Job<Integer>> begins) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch gate = new CountDownLatch(1);
    AtomicBoolean away = new AtomicBoolean();
    Job<Integer> reads =
        (_, _) -> {
          begun.countDown();
          gate.await();
          return away.get() ? 0 : 1;
        };
    begins.accept(reads);
    background.behind("Closing", (_, _) -> away.getAndSet(true));
    background.quietly("Reading", reads, results::add);
    begun.await();
    gate.countDown();
    while (!background.idle()) {
      owner.take().run();
    }

    assertTrue(away.get());
    assertEquals(1, results.getFirst());
    assertEquals(List.of(), trouble);
  }

  @Test
  void failedJobIsTold() throws InterruptedException {
    background.<Integer>start(
        "Reading",
        (_, _) -> {
          throw new Problem("it is empty", "x.bin", "choose another");
        },
        results::add);
    owner.take().run();

    assertEquals(List.of(new Notice.Trouble("it is empty", "x.bin", "choose another")), trouble);
  }

  @Test
  void cancelledJobIsNoFailure() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    background.watch(strips::add);
    background.<Integer>start(
        "Forever",
        (_, cancellation) -> {
          begun.countDown();
          while (true) {
            cancellation.throwIfCancelled();
            Thread.onSpinWait();
          }
        },
        results::add);
    begun.await();

    background.cancel(strips.getLast().lines().getFirst());
    owner.take().run();

    assertEquals(List.of(), trouble);
    TaskRecord gone = new TaskRecord(0, "Forever", new TaskOutcome.Cancelled());
    assertEquals(new TaskStripState(List.of(), List.of(gone)), strips.getLast());
  }

  @Test
  void lineSaysHowLongItWillTake() {
    TaskProgress half = new TaskProgress(402, 804, "ticks", Duration.ofSeconds(90));

    assertEquals(
        "402 of 804 ticks, 1:30 min left", new TaskLine(0, "x", Optional.of(half)).words());
    assertEquals(0.5, new TaskLine(0, "x", Optional.of(half)).fraction());
  }
}
