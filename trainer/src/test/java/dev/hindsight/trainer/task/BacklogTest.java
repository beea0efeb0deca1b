package dev.hindsight.trainer.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BacklogTest {
  @Test
  void theReaderGetsAllValuesOnceInOrder() {
    Backlog<Integer> backlog = new Backlog<>();
    assertEquals(List.of(), backlog.take());
    assertTrue(backlog.offer(1), "the first asks for a wake-up");
    assertFalse(backlog.offer(2), "the second does not");
    assertEquals(List.of(1, 2), backlog.take());
    assertEquals(List.of(), backlog.take());
    assertTrue(backlog.offer(3));
  }

  @Test
  void nothingIsLostBetweenThreads() {
    int count = 100_000;
    Backlog<Integer> backlog = new Backlog<>();
    List<Integer> taken = new ArrayList<>();
    try (Tasks tasks = new Tasks(1)) {
      TaskHandle<Boolean> writer =
          tasks.start(
              "writer",
              (_, _) -> {
                IntStream.range(0, count).forEach(backlog::offer);
                return true;
              });
      while (taken.size() < count) {
        taken.addAll(backlog.take());
      }
      writer.await();
    }
    assertEquals(IntStream.range(0, count).boxed().toList(), taken);
  }
}
