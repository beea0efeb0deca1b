package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.parity.ObservationSequence;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Garbage is wrong, and an encoder cannot refuse it.
class GarbageObservationsTest {
  @TempDir private Path folder;

  private Rollout drive() throws IOException {
    return Rollouts.open(SampleRecordings.drive(folder, "intersection-1", Map.of(), 30));
  }

  @Test
  void noNumberLeavesWhatItMayBe() throws IOException {
    try (Rollout rollout = drive()) {
      GarbageObservations garbage = new GarbageObservations(rollout);
      ObservationLayout layout = rollout.manifest().observation();
      for (int turn = 0; turn < 60; turn++) {
        float[] row = garbage.row(turn);
        for (int i = 0; i < row.length; i++) {
          Segment segment = layout.segmentOf(i).orElseThrow();
          int feature = (i - segment.offset()) % segment.features();
          assertFalse(segment.quantity(feature).outside(row[i]), layout.nameOf(i) + " " + row[i]);
        }
      }
    }
  }

  @Test
  void kindsOfRoadsAreBorrowedAndNeverMadeUp() throws IOException {
    try (Rollout rollout = drive()) {
      GarbageObservations garbage = new GarbageObservations(rollout);
      Segment roads = rollout.manifest().observation().segments().getLast();
      for (int turn = 0; turn < 60; turn++) {
        float[] row = garbage.row(turn);
        for (int r = 0; r < roads.rows(); r++) {
          float kind = row[roads.offset() + (r + 1) * roads.features() - 1];
          assertTrue(kind == Math.rint(kind) && kind >= 0 && kind < 7, "a road of type " + kind);
        }
      }
    }
  }

  @Test
  void everyKindIsSomethingElseAndTicksOnTheMapStayAsTheyAre() throws IOException {
    try (Rollout rollout = drive()) {
      int size = rollout.manifest().observation().size();
      float[] seen = new float[9 * size];
      Arrays.fill(seen, 0.25f);
      byte[] removed = {0, 0, 1, 1, 1, 1, 1, 1, 0};
      ObservationSequence right =
          new ObservationSequence(0, seen, new EpisodeFlags(new byte[9], new byte[9], removed));
      float[] other = new GarbageObservations(rollout).disturbed(right).observation();
      for (int t = 0; t < 9; t++) {
        float[] row = Arrays.copyOfRange(other, t * size, (t + 1) * size);
        float[] was = Arrays.copyOfRange(seen, t * size, (t + 1) * size);
        if (removed[t] == 0) {
          assertArrayEquals(was, row);
        } else {
          assertFalse(Arrays.equals(was, row));
          int before = t - 1;
          assertFalse(
              removed[before] == 1
                  && Arrays.equals(Arrays.copyOfRange(other, before * size, t * size), row));
        }
      }
      assertEquals(seen.length, other.length);
    }
  }
}
