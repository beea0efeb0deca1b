package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriterAllocationTest {
  private static final int TICKS = 2000;

  @TempDir private Path folder;

  /// Whoever simulates fills rows that are there; only handing a full chunk over takes some bytes.
  @Test
  void rowsThatAreWrittenAllocateNothing() {
    Manifest manifest = Recordings.manifest(Recordings.COLUMNS, 100);
    float[] observation = new float[Recordings.AGENTS * 5];
    int[] action = new int[Recordings.AGENTS];
    byte[] removed = new byte[Recordings.AGENTS];
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().threadId();
    long bytes = 0;
    try (RolloutWriter writer =
        RolloutWriter.create(folder.resolve("a.rollout"), manifest, Recordings.COLUMNS)) {
      for (int tick = 0; tick < 2 * TICKS; tick++) {
        long before = threads.getThreadAllocatedBytes(thread);
        writer.put(0, observation);
        writer.put(1, action);
        writer.put(2, removed);
        writer.row(3).putInt(tick);
        writer.row(4).putLong(tick);
        writer.endTick();
        bytes += tick < TICKS ? 0 : threads.getThreadAllocatedBytes(thread) - before;
      }
    }
    assertTrue(bytes / TICKS < 64, bytes + " bytes in " + TICKS + " ticks");
  }
}
