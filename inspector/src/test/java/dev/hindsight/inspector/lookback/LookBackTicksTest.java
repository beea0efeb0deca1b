package dev.hindsight.inspector.lookback;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.lookback.LookBack.WeightedTick;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LookBackTicksTest {
  private static final TrialIndex TRIALS =
      new TrialIndex(new int[] {0, 10, 20}, new int[] {0, 1, 2}, 30);

  @TempDir private Path folder;

  @Test
  void neighboursAreOneMomentAndTheOwnTrialIsNone() {
    float[] weights = new float[25];
    weights[3] = 0.2f;
    weights[4] = 0.3f;
    weights[12] = 0.1f;
    weights[18] = 0.04f;
    weights[22] = 0.36f;
    List<WeightedTick> found = LookBackTicks.heaviest(weights, 0, 24, TRIALS);
    assertEquals(List.of(4, 12), found.stream().map(WeightedTick::tick).toList());
    assertEquals(0.5, found.getFirst().weight(), 1e-6);
  }

  @Test
  void aFirstTrialHasNothingToLookBackAt() {
    assertEquals(List.of(), LookBackTicks.heaviest(new float[] {0.5f, 0.5f}, 0, 1, TRIALS));
  }

  @Test
  void aPictureShowsTheBodyWhereItWasAndTheWeightOfEachEarlierTrial() {
    try (Rollout room = DarkRoomRecordings.trained(folder, 200)) {
      LookBackTicks looks =
          LookBackTicks.of(room, 0, Optional.empty(), Progress.SILENT, new Cancellation());
      int second = room.trials().start(1);
      for (int tick = 0; tick < room.ticks(); tick++) {
        float sum = 0;
        for (float weight : looks.byTrial()[tick]) {
          sum += weight;
        }
        assertEquals(looks.byTrial()[tick].length == 0 ? 0 : 1, sum, 1e-4, "tick " + tick);
        assertTrue(tick >= second || looks.moments().get(tick).isEmpty(), "tick " + tick);
      }
      Sketch plain = BuiltInEnvironments.sketchOf(room);
      Sketch sketch = new LookBackSketch(plain, looks);
      assertEquals(
          plain.at(new Moment(room, 0, 0), Set.of()), sketch.at(new Moment(room, 0, 0), Set.of()));
      int shown = 0;
      for (int tick = second; tick < room.trials().end(1); tick++) {
        Moment moment = new Moment(room, tick, 0);
        long links =
            sketch.at(moment, Set.of()).stream()
                .filter(mark -> mark instanceof Mark.Link link && link.tone() == Tone.ATTENTION)
                .count();
        shown += (int) links;
        assertEquals(
            1, sketch.legend(moment, Set.of()).size() - plain.legend(moment, Set.of()).size());
      }
      assertTrue(shown > 0, "something is looked back at");
    }
  }

  @Test
  void storedRowsEndAtTheQuerySoThatNothingIsReadOfTheNextEpisode() {
    MemoryRollout stored =
        new MemoryRollout("martian", 1, 8, 2)
            .with("trial", Dtype.I4, (t, _) -> t / 2 % 2)
            .with("terminal", Dtype.BOOL, (t, _) -> t % 4 == 3 ? 1 : 0, 1)
            .with(
                "attention/layer0",
                Dtype.F4,
                (t, slot) -> slot <= t % 4 ? 1.0 / (t % 4 + 1) : 0,
                1,
                1,
                6);
    LookBackTicks looks =
        LookBackTicks.of(stored, 0, Optional.empty(), Progress.SILENT, new Cancellation());
    assertArrayEquals(new float[] {1}, looks.byTrial()[1], 1e-6f);
    assertArrayEquals(new float[] {0.5f, 0.5f}, looks.byTrial()[3], 1e-6f);
    assertArrayEquals(new float[] {1}, looks.byTrial()[4], 1e-6f);
  }
}
