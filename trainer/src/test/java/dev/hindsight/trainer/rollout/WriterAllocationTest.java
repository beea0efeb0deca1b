package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.AllocationCounter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriterAllocationTest {
  private static final int TICKS = 2000;
  private static final float[] OBSERVATION = new float[TestRecordings.AGENTS * 5];
  private static final int[] ACTION = new int[TestRecordings.AGENTS];
  private static final byte[] REMOVED = new byte[TestRecordings.AGENTS];

  @TempDir private Path folder;

  /// Whoever simulates fills rows that are there; only handing a full chunk over takes some bytes.
  @Test
  void rowsThatAreWrittenAllocateNothing() {
    Manifest manifest = TestRecordings.manifest(TestRecordings.COLUMNS, 100);
    try (RolloutWriter writer =
        RolloutWriter.create(folder.resolve("a.rollout"), manifest, TestRecordings.COLUMNS)) {
      write(writer);
      long bytes = AllocationCounter.by(() -> write(writer));
      assertTrue(bytes / TICKS < 64, bytes + " bytes in " + TICKS + " ticks");
    }
  }

  private static void write(RolloutWriter writer) {
    for (int tick = 0; tick < TICKS; tick++) {
      writer.put(0, OBSERVATION);
      writer.put(1, ACTION);
      writer.put(2, REMOVED);
      writer.row(3).putInt(tick);
      writer.row(4).putLong(tick);
      writer.endTick();
    }
  }
}
