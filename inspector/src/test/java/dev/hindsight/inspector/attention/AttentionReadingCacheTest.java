package dev.hindsight.inspector.attention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.mask.MaskSummary;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttentionReadingCacheTest {
  private static final int TICKS = 90;

  @TempDir private Path folder;

  @Test
  void whatWasComputedIsKeptAndTheRestLetGoOfWithinTheBudget() {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, TICKS)) {
      long stretch = 4 * 4 * 40 * 41 / 2;
      AttentionReadingCache library = new AttentionReadingCache(rollout, stretch + stretch / 2);
      AttentionReading first = reading(library, 0);
      assertSame(first.trace(), reading(library, 39).trace());
      assertEquals(stretch, library.bytes());
      reading(library, 40);
      assertEquals(stretch, library.bytes());
      assertNotSame(first.trace(), reading(library, 0).trace());
    }
  }

  @Test
  void anotherCheckpointBeginsAnotherEdition() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      AttentionReadingCache library = new AttentionReadingCache(rollout);
      assertEquals(0, reading(library, 0).edition());
      library.choose(folder.resolve("nothing.safetensors"));
      assertEquals(1, library.edition());
      assertThrows(Problem.class, () -> reading(library, 0));
    }
  }

  @Test
  void allTicksAgreeLeakNothingAndSumToOne() {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, TICKS)) {
      AttentionReading reading = reading(new AttentionReadingCache(rollout), 0);
      MaskSummary summary =
          MaskSummary.of(rollout, reading, Optional.empty(), Progress.SILENT, new Cancellation());
      assertEquals(TICKS, summary.agreement().ticks());
      assertTrue(summary.agreement().worst() < 1e-5);
      assertTrue(summary.rowSumError() < 1e-6);
      assertEquals(0, summary.total(), 0);
    }
  }

  @Test
  void limboThatIsLookedAtLeaks() {
    try (Rollout rollout =
        DarkRoomRecordings.record(
            folder, Map.of("after_goal", "limbo"), FaultyMemory.MemoryFault.LIMBO_OPEN, TICKS)) {
      MaskSummary summary =
          MaskSummary.of(
              rollout,
              reading(new AttentionReadingCache(rollout), 0),
              Optional.empty(),
              Progress.SILENT,
              new Cancellation());
      assertTrue(summary.total() > 1, "leak: " + summary.total());
    }
  }

  @Test
  void storedAttentionFeedsTheSameReading() {
    MemoryRollout foreign =
        new MemoryRollout("martian", 2, 6, 1)
            .with("terminal", Dtype.BOOL, (t, _) -> t == 3 ? 1 : 0, 2)
            .with("attention/layer0", Dtype.F2, (t, i) -> i % 4 == 0 ? 1 : 0, 2, 3, 4);
    AttentionReading reading = new AttentionReadingCache(foreign).reading(1, 5, new Cancellation());
    assertEquals(4, reading.trace().span().from());
    assertEquals(3, reading.trace().heads());
    assertEquals(1, reading.trace().weight(0, 2, 1, 0), 0);
    assertEquals(0, reading.trace().weight(0, 2, 1, 1), 0);
    assertEquals(RecomputationAgreement.NONE, reading.agreement());
  }

  @Test
  void storedLengthsOfKeysAreThoseOfTheSlotWhenItWasWritten() {
    MemoryRollout foreign =
        new MemoryRollout("martian", 1, 3, 1)
            .with("attention/layer0", Dtype.F4, (_, i) -> i % 4 == 0 ? 1 : 0, 1, 2, 4)
            .with("cache_key_norm", Dtype.F4, (t, i) -> 10 * t + i, 3, 2, 4);
    AttentionReading reading = new AttentionReadingCache(foreign).reading(0, 2, new Cancellation());
    assertTrue(reading.trace().knowsKeys());
    assertEquals(20 + 2, reading.trace().keyNorm(0, 0, 2), 0);
    assertEquals(10 + 4 + 1, reading.trace().keyNorm(0, 1, 1), 0);
  }

  @Test
  void aRecordingThatNamesNoCheckpointSaysSo() {
    MemoryRollout bare =
        new MemoryRollout("martian", 1, 6, 1)
            .with("observation", Dtype.F4, (_, _) -> 0, 1, 3)
            .by(new Manifest.PolicyInfo("martian", "", "", "argmax"));
    Problem problem =
        assertThrows(
            Problem.class, () -> new AttentionReadingCache(bare).reading(0, 0, new Cancellation()));
    assertTrue(problem.getMessage().contains("names no checkpoint"), problem.getMessage());
  }

  private static AttentionReading reading(AttentionReadingCache library, int tick) {
    return library.reading(0, tick, new Cancellation());
  }
}
