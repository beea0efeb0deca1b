package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Recorders that begin under one name at the same time, where a killed one has left its part.
@Timeout(120)
class RacingRecordersTest {
  private static final int RECORDERS = 4;
  private static final int ROUNDS = 150;

  @TempDir private Path folder;

  @Test
  void oneOfThemGetsTheNameOfAKilledRecording() throws Exception {
    Manifest manifest = TestRecordings.manifest(TestRecordings.COLUMNS, 5);
    for (int round = 0; round < ROUNDS; round++) {
      Path file = folder.resolve(round + ".rollout");
      Files.writeString(RolloutFile.partOf(file), "what a killed recorder left");
      CyclicBarrier begin = new CyclicBarrier(RECORDERS);
      CyclicBarrier begun = new CyclicBarrier(RECORDERS);
      AtomicInteger winners = new AtomicInteger();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < RECORDERS; i++) {
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  try {
                    begin.await();
                    record(file, manifest, begun, winners);
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertEquals(1, winners.get(), "recorders of one name in round " + round);
    }
  }

  private static void record(
      Path file, Manifest manifest, CyclicBarrier begun, AtomicInteger winners) throws Exception {
    try (RolloutWriter _ = RolloutWriter.create(file, manifest, TestRecordings.COLUMNS)) {
      winners.incrementAndGet();
      begun.await();
    } catch (Problem _) {
      begun.await();
    }
  }
}
