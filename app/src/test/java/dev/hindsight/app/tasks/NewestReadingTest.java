package dev.hindsight.app.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.notices.Notice;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class NewestReadingTest {
  private final Tasks tasks = new Tasks(2);
  private final BlockingQueue<Runnable> owner = new LinkedBlockingQueue<>();
  private final List<Notice> trouble = new ArrayList<>();
  private final List<Integer> results = new ArrayList<>();
  private final NewestReading reading =
      new NewestReading(new BackgroundTasks(tasks, owner::add, trouble::add));

  @AfterEach
  void stop() {
    tasks.close();
  }

  @Test
  void anOlderReadingThatEndsLaterIsDropped() throws InterruptedException {
    CountDownLatch gate = new CountDownLatch(1);
    reading.start(
        "Reading",
        (_, _) -> {
          gate.await();
          return 1;
        },
        results::add);
    reading.start("Reading", (_, _) -> 2, results::add);
    assertTrue(reading.running());
    owner.take().run();
    assertEquals(List.of(2), results);
    assertFalse(reading.running());
    gate.countDown();
    owner.take().run();
    assertEquals(List.of(2), results);
  }

  @Test
  void aReadingThatFailsIsToldAndEnds() throws InterruptedException {
    reading.<Integer>start(
        "Reading",
        (_, _) -> {
          throw new Problem("it is damaged", "runs", "restore it");
        },
        results::add);
    owner.take().run();
    assertEquals(1, trouble.size());
    assertFalse(reading.running());
    reading.start("Reading", (_, _) -> 3, results::add);
    owner.take().run();
    assertEquals(List.of(3), results);
  }
}
