package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.ForwardingRollout;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.InspectionSample;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.rollout.foreign.dataset.MinariExport;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// NaN is found in every column, first the one that causes the others.
class FiniteAuditTest {
  @TempDir private Path folder;

  @Test
  void aRecordingOfATrainedPolicyIsFinite() {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 120)) {
      AuditAssertions.of("finite", rollout).passes();
    }
  }

  @Test
  void aNotANumberIsNamedWithItsDimension() {
    try (Rollout rollout =
        new AlteredRollout(DarkRoomRecordings.trained(folder, 60))
            .with("observation", (t, i, x) -> t == 17 && i == 10 ? Double.NaN : x)
            .with("logits", (t, _, x) -> t >= 17 ? Double.NaN : x)) {
      AuditAssertions auditAssertions = AuditAssertions.of("finite", rollout);
      AuditFinding found = auditAssertions.failsAt(17, "the observation is broken");
      assertEquals("observation previous.right", found.dimension());
      assertEquals(found, auditAssertions.report().findings().getFirst());
      auditAssertions.failsAt(17, "the network outputs it");
    }
  }

  @Test
  void whatOneAgentsNumberBreaksForAllIsThatAgents() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 5, 4, 1)
            .with("attention/layer0", Dtype.F4, (t, _) -> t == 2 ? Double.NaN : 1, 5, 1, 4)
            .with("observation", Dtype.F4, (t, i) -> t == 2 && i == 3 * 2 ? Double.NaN : 1, 5, 2)
            .with("logits", Dtype.F4, (t, _) -> t == 2 ? Double.NaN : 1, 5, 3);
    AuditFinding first = AuditAssertions.of("finite", rollout).report().findings().getFirst();
    assertEquals(3, first.agent());
    assertEquals("observation[0]", first.dimension());
    AuditAssertions.of("finite", rollout).failsAt(2, "a number inside the network is broken");
  }

  @Test
  void infinityIsFoundInTheLastNumberOfTheLastRowOfALongOne() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 3, 1)
            .with("wide", Dtype.F4, (t, i) -> t == 2 && i == 9999 ? 1 / 0.0 : 1, 10_000);
    assertEquals(
        "wide[9999]", AuditAssertions.of("finite", rollout).failsAt(2, "infinite").dimension());
  }

  @Test
  void numbersTooLargeForAFloatAreStillFinite() {
    AuditAssertions.of(
            "finite", new MemoryRollout("toy", 1, 3, 1).with("big", Dtype.F8, (_, _) -> 1e300))
        .passes();
  }

  @Test
  void aScoreIsNoneWhereNoTrialEndsAndAValueWhereNobodyEstimates() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 2, 4, 1)
            .with("trial_score", Dtype.F4, (t, _) -> t == 3 ? 1 : Double.NaN, 2)
            .with("value", Dtype.F4, (t, i) -> i == 1 ? Double.NaN : t, 2);
    AuditAssertions right = AuditAssertions.of("finite", rollout);
    right.passes();
    // 2 of 8 scores and 4 of 8 values are numbers.
    assertEquals("6 numbers are finite, in 2 columns.", right.report().sentence());
    assertEquals(6, right.report().coverage().total());
    MemoryRollout gap =
        new MemoryRollout("toy", 2, 4, 1)
            .with("value", Dtype.F4, (t, i) -> i == 1 && t == 2 ? Double.NaN : t, 2);
    assertTrue(AuditAssertions.of("finite", gap).failsAt(2, "NaN").agent() == 1);
  }

  @Test
  void whatAnInspectionFolderDoesNotKeepIsLeftOutAndANanBesideNumbersIsFound() throws Exception {
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"))) {
      Path inspected = InspectionSample.write(folder.resolve("inspected"), "agents=3");
      try (Rollout rollout = RecordingOpener.open(inspected)) {
        AuditAssertions right = AuditAssertions.of("finite", rollout);
        right.passes();
        int each = rollout.channel("observation").orElseThrow().rowLength() / 3;
        // All of two agents, and the first tick of the third.
        assertEquals(
            (2L * rollout.ticks() + 1) * each,
            right.report().coverage().leftOut().getFirst().count(),
            right::words);
      }
      try (Rollout rollout =
          new AlteredRollout(RecordingOpener.open(inspected))
              .with("observation", (t, i, x) -> t == 3 && i == 2 ? Double.NaN : x)) {
        assertEquals(
            0,
            AuditAssertions.of("finite", rollout)
                .failsFirstAt(3, "the observation is broken")
                .agent());
      }
    }
  }

  @Test
  void aColumnOfWholeNumbersIsNotAsked() {
    AuditAssertions.of("finite", new MemoryRollout("toy", 2, 4, 1).with("n", Dtype.I4, (t, _) -> t))
        .cannotBeAsked();
  }

  @Test
  void anExportOfARecordingIsAsFiniteAsTheRecording() {
    Path file = folder.resolve("room.hdf5");
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"))) {
      try (Rollout rollout = DarkRoomRecordings.trained(folder, 60)) {
        saved(rollout, file);
      }
      try (Rollout rollout = RecordingOpener.open(file)) {
        assertTrue(
            IntStream.range(0, 60)
                .anyMatch(t ->
                    Double.isNaN(rollout.channel("infos/trial_score").orElseThrow().value(t, 0))));
        AuditAssertions.of("finite", rollout).passes();
      }
    }
  }

  @Test
  void whatADatasetDoesNotSayOfAStepIsLeftOutButNotWhatItsPolicyComputes() {
    for (String broken : List.of("speed", "value", "logits", "reward", "action")) {
      Path file = folder.resolve(broken + ".hdf5");
      try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"))) {
        saved(
            new MemoryRollout("toy", 1, 3, 1)
                .with("reward", Dtype.F4, (t, _) -> hole(broken, "reward", t), 1)
                .with("action", Dtype.F4, (t, _) -> hole(broken, "action", t), 1, 1)
                .with("value", Dtype.F4, (t, _) -> hole(broken, "value", t), 1)
                .with("logits", Dtype.F4, (t, _) -> hole(broken, "logits", t), 1, 2)
                .with("speed", Dtype.F4, (t, _) -> hole(broken, "speed", t), 1),
            file);
        try (Rollout rollout = RecordingOpener.open(file)) {
          AuditAssertions finite = AuditAssertions.of("finite", rollout);
          if (broken.equals("speed")) {
            finite.passes();
            assertTrue(finite.report().coverage().words().contains("speed"));
          } else {
            finite.failsAt(1, "not a number");
          }
        }
      }
    }
  }

  private static double hole(String broken, String name, int tick) {
    return broken.equals(name) && tick == 1 ? Double.NaN : tick;
  }

  private static void saved(Rollout rollout, Path file) {
    MinariExport.Report _ =
        new MinariExport(rollout, OptionalInt.empty(), RequestedTicks.ALL, file)
            .run(Progress.SILENT, new Cancellation());
  }

  /// The recording with another row after its last tick.
  private record EndingIn(Rollout real, float x) implements ForwardingRollout {
    @Override
    public Optional<NpyArray> last(String name) {
      return real.last(name).map(row -> name.equals("pose") ? withFirst(row) : row);
    }

    private NpyArray withFirst(NpyArray row) {
      ByteBuffer numbers =
          ByteBuffer.allocate(row.length() * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < row.length(); i++) {
        numbers.putFloat(i == 0 ? x : (float) row.value(i));
      }
      return new NpyArray(Dtype.F4, row.shape(), numbers.flip());
    }
  }

  @Test
  void theRowAfterTheLastTickIsLookedAtToo() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 60)) {
      AuditAssertions.of("finite", new EndingIn(rollout, 1)).passes();
      AuditFinding found =
          AuditAssertions.of("finite", new EndingIn(rollout, Float.NaN))
              .failsAt(59, "the world itself is broken");
      assertEquals("final/pose.x", found.dimension());
    }
  }
}
