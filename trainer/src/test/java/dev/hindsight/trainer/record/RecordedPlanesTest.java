package dev.hindsight.trainer.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingRequest.Until;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Observations with planes of small integers: each segment is stored in its own type, and everyone
/// reads the floats that the policy saw.
class RecordedPlanesTest {
  private static final int TICKS = 20;

  @TempDir Path folder;

  private Path record() {
    EnvironmentType type = BuiltInEnvironments.named("darkroom");
    Path out = folder.resolve("planes.rollout");
    RecordingReport _ =
        new RolloutRecorder(
                new RecordingRequest(
                    type,
                    PlanesWorld.factory(),
                    Optional.empty(),
                    Optional.empty(),
                    new ActionSelection.Random(),
                    TICKS,
                    Until.ALL_TICKS,
                    3,
                    out))
            .run(Progress.SILENT, new Cancellation());
    return out;
  }

  @Test
  void everySegmentHasAColumnOfItsOwnType() {
    try (Rollout rollout = Rollouts.open(record())) {
      Channel maps = rollout.channel("observation/maps").orElseThrow();
      assertEquals(Dtype.I1, maps.spec().type());
      assertArrayEquals(new int[] {2, 2, 3, 4}, maps.rowShape());
      assertEquals(PlanesWorld.number(7, 1, 5), maps.value(7, 24 + 4));
      assertEquals(Dtype.U1, rollout.channel("observation/mask").orElseThrow().spec().type());
      assertEquals(Dtype.F4, rollout.channel("observation/clock").orElseThrow().spec().type());
      assertTrue(rollout.channels().stream().noneMatch(c -> c.spec().name().equals("observation")));
      assertEquals(PlanesWorld.LAYOUT, rollout.manifest().observation());
      assertTrue(rollout.manifest().observes());
    }
  }

  @Test
  void theObservationIsReadAsThePolicySawIt() {
    try (Rollout rollout = Rollouts.open(record());
        Rollout followed = Rollouts.follow(folder.resolve("planes.rollout"))) {
      for (Rollout each : new Rollout[] {rollout, followed}) {
        Channel whole = each.channel("observation").orElseThrow();
        int size = PlanesWorld.LAYOUT.size();
        assertArrayEquals(new int[] {2, size}, whole.rowShape());
        float[] row = new float[2 * size];
        float[] second = new float[size - 3];
        for (int tick = 0; tick < TICKS; tick++) {
          whole.read(tick, 0, row, row.length);
          whole.read(tick, size + 3, second, second.length);
          for (int i = 0; i < row.length; i++) {
            float expected = PlanesWorld.number(tick, i / size, i % size);
            assertEquals(expected, row[i]);
            assertEquals(expected, (float) whole.value(tick, i));
            if (i >= size + 3) {
              assertEquals(expected, second[i - size - 3]);
            }
          }
        }
      }
    }
  }

  @Test
  void aPolicyIsShownTheRecordedPlanesAgain() {
    try (Rollout rollout = Rollouts.open(record())) {
      RecordedObservations rows = new RecordedObservations(rollout, PlanesWorld.SHAPE);
      assertEquals(PlanesWorld.number(9, 1, 30), rows.at(9).observation[37 + 30]);
    }
  }
}
