package dev.hindsight.trainer.task;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerThreadsTest {
  private static final int PARTS = 37;

  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  void aPartThatFailsEndsTheTaskAfterTheOthersAndNotItsThread(int threads) {
    try (WorkerThreads workers = new WorkerThreads("test", threads)) {
      for (int round = 0; round < 50; round++) {
        AtomicIntegerArray done = new AtomicIntegerArray(PARTS);
        Error thrown =
            assertThrows(
                AssertionError.class,
                () ->
                    workers.run(
                        PARTS,
                        part -> {
                          done.incrementAndGet(part);
                          if (part % 9 == 4) {
                            throw new AssertionError("part " + part);
                          }
                        }));
        assertEquals("part 4", thrown.getMessage());
        for (int part = 0; part < PARTS; part++) {
          assertEquals(1, done.get(part));
        }
      }
    }
  }

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
