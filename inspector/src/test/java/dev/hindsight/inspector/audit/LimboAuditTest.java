package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.attention.FaultyMemory;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.learn.ppo.LossProbe;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Attention to limbo is found by its weight, by the mask and by garbage written into limbo.
class LimboAuditTest {
  private static final int TICKS = 120;

  @TempDir private Path folder;

  @Test
  void nothingOfLimboIsNoticed() {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, TICKS)) {
      AuditAssertions auditAssertions = AuditAssertions.of("limbo", rollout);
      auditAssertions.passes();
      assertTrue(
          auditAssertions.words().contains("weight on limbo slots: 0"), auditAssertions.words());
      assertTrue(
          auditAssertions.words().contains("1 garbage-filled segment"), auditAssertions.words());
    }
  }

  @Test
  void garbageThatMovesAnOutputIsNamedInEitherForm() {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, TICKS)) {
      EpisodeFlags episodeFlags = EpisodeFlags.of(rollout, 0);
      int first = 0;
      while (episodeFlags.live(first) || !episodeFlags.live(first + 1)) {
        first++;
      }
      first++;
      AuditAssertions.of(
              new LimboAudit(FaultyForms.opening(FaultyForms.FormFault.LEARNS_LIMBO_OPEN)), rollout)
          .failsAt(first, "limbo slots left open in the training form");
      AuditAssertions.of(
              new LimboAudit(FaultyForms.opening(FaultyForms.FormFault.ACTS_LIMBO_OPEN)), rollout)
          .failsAt(first, "limbo slots left open in the acting form");
    }
  }

  @Test
  void whoActedWithLimboOpenIsSeenToPutWeightOnIt() {
    try (Rollout rollout =
        DarkRoomRecordings.record(
            folder, Map.of("after_goal", "limbo"), FaultyMemory.MemoryFault.LIMBO_OPEN, TICKS)) {
      AuditAssertions auditAssertions = AuditAssertions.of("limbo", rollout);
      AuditFinding found = auditAssertions.fails("a query on the map puts weight on them");
      assertTrue(found.dimension().startsWith("attention layer"), found.toString());
      assertTrue(
          auditAssertions.words().contains("as it acted: limbo slots left open"),
          auditAssertions.words());
    }
  }

  @Test
  void weightsThatAreNotNumbersAreNamedAsSuchAndNotAddedUp() {
    MemoryRollout stored =
        new MemoryRollout("martian", 1, 4, 1)
            .with("removed", Dtype.BOOL, (t, _) -> t == 1 ? 1 : 0, 1)
            .with(
                "attention/layer0",
                Dtype.F4,
                (t, slot) -> t == 3 && slot == 1 ? Double.NaN : slot == t ? 1 : 0,
                1,
                1,
                4);
    AuditAssertions limbo = AuditAssertions.of("limbo", stored);
    limbo.failsAt(3, "weights on limbo slots are not numbers (NaN)");
    assertTrue(limbo.words().contains("weight on limbo slots: 0"), limbo.words());
  }

  @Test
  void aRecordingWithoutLimboHasNothingToCheck() {
    AuditAssertions.of(
            "limbo", new MemoryRollout("toy", 2, 5, 1).with("removed", Dtype.BOOL, (_, _) -> 0, 2))
        .hasNothingToCheck();
  }

  @Test
  void theLossKnowsNothingOfLimboAndEverythingOfTheRest() {
    LossProbe.Row row = new LossProbe.Row(20, 4);
    for (int t = 0; t < 20; t++) {
      row.values()[t] = (float) Math.sin(t);
      row.returns()[t] = (float) Math.cos(t);
      row.logits()[4 * t + t % 4] = 1;
      row.removed()[t] = (byte) (t > 12 ? 1 : 0);
    }
    double before = LossProbe.of(row);
    row.disturbLimbo();
    assertEquals(before, LossProbe.of(row));
    row.removed()[3] = 1;
    row.disturbLimbo();
    row.removed()[3] = 0;
    assertTrue(Math.abs(before - LossProbe.of(row)) > 1e-3);
  }
}
