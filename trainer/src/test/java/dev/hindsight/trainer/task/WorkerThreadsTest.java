package dev.hindsight.trainer.task;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerThreadsTest {
  private static final int PARTS = 37;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 60})
  void everyPartIsDoneOnceBeforeATaskReturns(int threads) {
    try (WorkerThreads workers = new WorkerThreads("test", threads)) {
      AtomicIntegerArray done = new AtomicIntegerArray(PARTS);
      int[] plain = new int[PARTS];
      for (int round = 1; round <= 200; round++) {
        workers.run(
            PARTS,
            part -> {
              done.incrementAndGet(part);
              plain[part]++;
            });
        int[] expected = new int[PARTS];
        java.util.Arrays.fill(expected, round);
        assertArrayEquals(expected, plain);
      }
      for (int part = 0; part < PARTS; part++) {
        assertEquals(200, done.get(part));
      }
    }
  }
}
