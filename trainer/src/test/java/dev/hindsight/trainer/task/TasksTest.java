package dev.hindsight.trainer.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TasksTest {
  private final Tasks tasks = new Tasks(1);

  @AfterEach
  void end() {
    tasks.close();
  }

  @Test
  void aJobRunsOnANamedDaemonThread() {
    Thread thread = tasks.start("here", (_, _) -> Thread.currentThread()).await();
    assertEquals("task-1", thread.getName());
    assertTrue(thread.isDaemon());
  }

  @Test
  void theEndIsToldOnceOnTheGivenExecutor() {
    List<Object> told = new ArrayList<>();
    List<Runnable> posted = new ArrayList<>();
    TaskHandle<String> handle = tasks.start("quick", (_, _) -> "made");
    assertEquals("made", handle.await());
    handle.whenEnded(posted::add, told::add);
    assertEquals(List.of(), told);
    posted.forEach(Runnable::run);
    assertEquals(List.of(new TaskState.Done<>("made")), told);
  }

  @Test
  void shortJobsDoNotWaitForLongOnes() {
    CountDownLatch gate = new CountDownLatch(1);
    TaskHandle<Boolean> film =
        tasks.startLong(
            "film",
            (_, _) -> {
              gate.await();
              return true;
            });
    TaskHandle<Boolean> second = tasks.startLong("second film", (_, _) -> true);
    assertTrue(tasks.start("open", (_, _) -> true).await());
    assertEquals(new TaskState.Waiting<Boolean>(), second.state());
    gate.countDown();
    assertTrue(film.await());
    assertTrue(second.await());
  }

  @Test
  void aProblemReachesWhoeverWaits() {
    Problem problem = new Problem("it broke", "here", "mend it");
    TaskHandle<String> handle =
        tasks.start(
            "broken",
            (_, _) -> {
              throw problem;
            });
    assertSame(problem, assertThrows(Problem.class, handle::await));
    assertEquals(new TaskState.Failed<String>(problem), handle.state());
  }

  @Test
  void aRunningJobStopsWhenItLooks() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    TaskHandle<String> handle =
        tasks.start(
            "endless",
            (_, cancellation) -> {
              begun.countDown();
              while (true) {
                cancellation.throwIfCancelled();
                Thread.onSpinWait();
              }
            });
    begun.await();
    assertInstanceOf(TaskState.Running.class, handle.state());
    handle.cancel();
    assertThrows(CancellationException.class, handle::await);
  }

  @Test
  void aWaitingJobThatIsCancelledNeverRuns() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    TaskHandle<Boolean> first =
        tasks.start(
            "first",
            (_, _) -> {
              release.await();
              return true;
            });
    TaskHandle<Integer> second = tasks.start("second", (_, _) -> runs.incrementAndGet());
    assertInstanceOf(TaskState.Waiting.class, second.state());
    second.cancel();
    assertInstanceOf(TaskState.Cancelled.class, second.state());
    release.countDown();
    assertTrue(first.await());
    assertEquals("after", tasks.start("third", (_, _) -> "after").await());
    assertEquals(0, runs.get());
  }

  @Test
  void closingStopsWhatRuns() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    TaskHandle<String> handle =
        tasks.start(
            "endless",
            (_, cancellation) -> {
              begun.countDown();
              while (!cancellation.isCancelled()) {
                Thread.onSpinWait();
              }
              throw new CancellationException();
            });
    begun.await();
    tasks.close();
    assertInstanceOf(TaskState.Cancelled.class, handle.state());
  }

  @Test
  void theReaderGetsTheNewestProgressOnly() {
    TaskHandle<Boolean> handle =
        tasks.start(
            "counting",
            (progress, _) -> {
              progress.report(1, 4, "ticks");
              progress.report(3, 4, "ticks");
              return true;
            });
    assertTrue(handle.await());
    assertEquals(Optional.of(0.75), handle.progress().take().flatMap(TaskProgress::fraction));
    assertEquals(Optional.empty(), handle.progress().take());
  }

  @Test
  void timeLeftFollowsFromTimeTaken() {
    TaskProgress progress = new TaskProgress(30, 90, "frames", Duration.ofSeconds(2));
    assertEquals(Optional.of(Duration.ofSeconds(4)), progress.remaining());
    assertEquals(Optional.empty(), new TaskProgress(0, 90, "frames", Duration.ZERO).remaining());
  }
}
