package dev.hindsight.app.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.notices.Notice;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.TaskProgress;
import dev.hindsight.trainer.task.TaskState;
import dev.hindsight.trainer.task.Tasks;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class BackgroundTasksTest {
  private final Tasks tasks = new Tasks(2);
  private final BlockingQueue<Runnable> owner = new LinkedBlockingQueue<>();
  private final List<Notice> trouble = new ArrayList<>();
  private final List<Integer> results = new ArrayList<>();
  private final List<TaskStripState> strips = new ArrayList<>();
  private final BackgroundTasks backgroundTasks =
      new BackgroundTasks(tasks, owner::add, trouble::add);

  @AfterEach
  void stop() {
    tasks.close();
  }

  @Test
  void resultComesOnTheOwnersThread() throws InterruptedException {
    backgroundTasks.start("Adding", (_, _) -> 40 + 2, results::add);
    assertEquals(List.of(), results);

    owner.take().run();

    assertEquals(List.of(42), results);
  }

  @Test
  void stripShowsAJobWhileItRuns() throws InterruptedException {
    backgroundTasks.watch(strips::add);

    backgroundTasks.start("Adding", (_, _) -> 42, results::add);
    owner.take().run();

    EndedTask done = new EndedTask(0, "Adding", new TaskOutcome.Done(Optional.empty()));
    assertEquals(
        List.of(
            TaskStripState.EMPTY,
            new TaskStripState(List.of(new RunningTask(0, "Adding", Optional.empty())), List.of()),
            new TaskStripState(List.of(), List.of(done))),
        strips);
  }

  @Test
  void nothingIsUnderWayOnceEveryResultHasArrived() throws InterruptedException {
    backgroundTasks.start("Adding", (_, _) -> 1, results::add);
    backgroundTasks.startHidden("Adding", (_, _) -> 2, results::add);
    backgroundTasks.startCancellable("Adding", (_, _) -> 3, results::add, _ -> {});
    backgroundTasks.startEssential("Adding", (_, _) -> 4, results::add);
    for (int arrived = 0; arrived < 4; arrived++) {
      assertFalse(backgroundTasks.idle(), arrived + " of 4 have arrived");
      owner.take().run();
    }

    assertTrue(backgroundTasks.idle());
    assertEquals(Set.of(1, 2, 3, 4), Set.copyOf(results));
  }

  @Test
  void aJobThatIsCancelledAndDoesNotCheckForItTellsNobody() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    Runnable cancel =
        backgroundTasks.startCancellable(
            "Adding",
            (_, _) -> {
              begun.countDown();
              gate.await();
              return 1;
            },
            results::add,
            _ -> results.add(-1));
    begun.await();
    cancel.run();
    gate.countDown();
    owner.take().run();

    assertEquals(List.of(), results);
    assertTrue(backgroundTasks.idle());
  }

  @Test
  void aBugIsReportedInsteadOfBeingShownInItsOwnWords() {
    assertEquals(
        "x.rollout: it ends early - record it again",
        backgroundTasks.words(new Problem("it ends early", "x.rollout", "record it again")));
    assertEquals(List.of(), trouble);

    String words = backgroundTasks.words(new IllegalStateException("column 3 of null"));
    assertEquals("an unexpected error occurred: the message at the top has its report", words);
    assertTrue(trouble.getFirst() instanceof Notice.Crash, trouble.toString());
  }

  @Test
  void aTaskThatRunsIsJoinedByAnotherWithItsKey() throws InterruptedException {
    List<TaskOutcome> joined = new ArrayList<>();
    backgroundTasks.startOnce(
        "x", BackgroundTask.of("Adding", (_, _) -> 1, results::add), joined::add);
    backgroundTasks.startOnce(
        "x", BackgroundTask.of("Adding", (_, _) -> 2, results::add), joined::add);
    backgroundTasks.startOnce(
        "x", BackgroundTask.of("Adding", (_, _) -> 3, results::add), joined::add);
    owner.take().run();
    assertEquals(List.of(1), results);
    TaskOutcome done = new TaskOutcome.Done(Optional.empty());
    assertEquals(List.of(done, done), joined);

    Job<Integer> failing =
        (_, _) -> {
          throw new Problem("it fails", "here", "try again");
        };
    backgroundTasks.startOnce("x", BackgroundTask.of("Adding", failing, results::add), joined::add);
    backgroundTasks.startOnce(
        "x",
        BackgroundTask.of("Adding", (_, _) -> 4, results::add),
        outcome -> {
          joined.add(outcome);
          backgroundTasks.startOnce(
              "x", BackgroundTask.of("Adding", (_, _) -> 5, results::add), joined::add);
        });
    owner.take().run();
    owner.take().run();
    assertEquals(List.of(1, 5), results);
    assertTrue(joined.getLast() instanceof TaskOutcome.Failed);
    assertTrue(backgroundTasks.idle());
  }

  @Test
  void whatOthersMayReadIsTakenAwayBehindThem() throws InterruptedException {
    assertBehind(reads -> backgroundTasks.startHidden("Reading", reads, results::add));
  }

  @Test
  void alsoBehindThoseTheStripShowsWhichSayThatTheyRead() throws InterruptedException {
    assertBehind(
        reads -> backgroundTasks.startReading(BackgroundTask.of("Filming", reads, results::add)));
  }

  @Test
  void itDoesNotWaitForTheOthersOfTheStrip() throws InterruptedException {
    CountDownLatch gate = new CountDownLatch(1);
    backgroundTasks.start(
        "Training",
        (_, _) -> {
          gate.await();
          return 1;
        },
        results::add);
    CountDownLatch away = new CountDownLatch(1);
    backgroundTasks.startAfterReaders(
        "Closing",
        (_, _) -> {
          away.countDown();
          return true;
        });
    away.await();
    assertEquals(List.of(), results);
    gate.countDown();
  }

  @Test
  void closingDoesNotWaitForAJobApart() throws InterruptedException {
    CountDownLatch began = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    Runnable cancel =
        backgroundTasks.startApart(
            "Training",
            (_, _) -> {
              began.countDown();
              gate.await();
              return 1;
            },
            end -> results.add(end instanceof TaskState.Done<Integer> done ? done.result() : -1));
    CountDownLatch away = new CountDownLatch(1);
    backgroundTasks.startAfterReaders(
        "Closing",
        (_, _) -> {
          away.countDown();
          return true;
        });
    away.await();
    owner.take().run();
    assertFalse(backgroundTasks.idle(), "the training runs");
    began.await();
    cancel.run();
    gate.countDown();
    owner.take().run();
    assertTrue(backgroundTasks.idle());
    assertEquals(List.of(1), results, "it did not check for being cancelled");
  }

  @Test
  void whoReadsAgainOnlyAfterAnAnswerHearsThatThereIsNone() throws InterruptedException {
    backgroundTasks.startHidden(
        "Reading",
        (_, _) -> {
          throw new Problem("it is damaged", "x.rollout", "record it again");
        },
        (Integer result) -> results.add(result),
        () -> results.add(-1));
    owner.take().run();
    backgroundTasks.startHidden("Reading", (_, _) -> 3, results::add, () -> results.add(-2));
    owner.take().run();
    assertEquals(List.of(-1, 3), results);
    assertEquals(List.of("it is damaged"), trouble.stream().map(Notice::headline).toList());
  }

  @Test
  void jobsThatSomebodyWaitsForDoNotWaitForThoseOfTheStrip() throws InterruptedException {
    CountDownLatch gate = new CountDownLatch(1);
    for (int film = 0; film < 2; film++) {
      backgroundTasks.start(
          "Filming",
          (_, _) -> {
            gate.await();
            return 1;
          },
          results::add);
    }
    backgroundTasks.startShort(BackgroundTask.of("Opening", (_, _) -> 2, results::add));
    owner.take().run();
    backgroundTasks.startHidden("Reading", (_, _) -> 3, results::add);
    owner.take().run();
    assertEquals(List.of(2, 3), results);
    gate.countDown();
  }

  @Test
  void groupsHoldNothingOfJobsThatHaveEndedHoweverTheyEnded() throws InterruptedException {
    TaskGroup group = new TaskGroup(backgroundTasks);
    List<WeakReference<Object>> held = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      int end = i;
      Object load = new Object();
      held.add(new WeakReference<>(load));
      group.start(
          "Reading",
          (_, _) -> {
            switch (end) {
              case 0 -> throw new Problem("it is empty", "x.bin", "choose another");
              case 1 -> throw new CancellationException();
              default -> {}
            }
            return load;
          },
          _ -> results.add(end),
          _ -> results.add(end));
      owner.take().run();
    }
    for (int i = 0; i < 100 && held.stream().anyMatch(each -> each.get() != null); i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertEquals(0, held.stream().filter(each -> each.get() != null).count());
    assertTrue(results.containsAll(List.of(0, 2)), results.toString());
    group.cancel();
  }

  @Test
  void groupsCancelWhatStillRuns() throws InterruptedException {
    TaskGroup group = new TaskGroup(backgroundTasks);
    CountDownLatch gate = new CountDownLatch(1);
    group.start(
        "Reading",
        (_, _) -> {
          gate.await();
          return 1;
        },
        results::add,
        _ -> results.add(-1));
    group.cancel();
    gate.countDown();
    owner.take().run();
    assertEquals(List.of(), results);
  }

  /// @param begins starts a job that reads
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
    backgroundTasks.startAfterReaders("Closing", (_, _) -> away.getAndSet(true));
    backgroundTasks.startHidden("Reading", reads, results::add);
    begun.await();
    gate.countDown();
    while (!backgroundTasks.idle()) {
      owner.take().run();
    }

    assertTrue(away.get());
    assertEquals(1, results.getFirst());
    assertEquals(List.of(), trouble);
  }

  @Test
  void failedJobIsTold() throws InterruptedException {
    backgroundTasks.<Integer>start(
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
    backgroundTasks.watch(strips::add);
    backgroundTasks.<Integer>start(
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

    backgroundTasks.cancel(strips.getLast().lines().getFirst());
    owner.take().run();

    assertEquals(List.of(), trouble);
    EndedTask gone = new EndedTask(0, "Forever", new TaskOutcome.Cancelled());
    assertEquals(new TaskStripState(List.of(), List.of(gone)), strips.getLast());
  }

  @Test
  void lineSaysHowLongItWillTake() {
    TaskProgress half = new TaskProgress(402, 804, "ticks", Duration.ofSeconds(90));

    assertEquals(
        "402 of 804 ticks, 1:30 min left", new RunningTask(0, "x", Optional.of(half)).words());
    assertEquals(0.5, new RunningTask(0, "x", Optional.of(half)).fraction());
  }
}
