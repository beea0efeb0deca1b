package dev.hindsight.trainer.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PosesTest {
  private static final int TICKS = 60;

  /// Agent i leaves the map at tick `leaves[i]` of each of three trials.
  private static Poses leaving(int... leaves) {
    MemoryRollout rollout =
        new MemoryRollout("any", leaves.length, 3 * TICKS, 3)
            .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, TICKS))
            .with(
                "pose",
                Dtype.F4,
                (tick, i) ->
                    tick % TICKS >= leaves[i / 3]
                        ? i % 3 < 2 ? Poses.OFF_MAP : 0
                        : i % 3 == 0 ? tick : i,
                leaves.length,
                3);
    return Poses.of(rollout, "pose").orElseThrow();
  }

  @Test
  void whereSomebodyWasLastIsFoundAsByLookingAtEveryTick() {
    int[] leaves = new Random(4).ints(40, 0, TICKS + 1).toArray();
    Poses poses = leaving(leaves);
    for (int body = 0; body < leaves.length; body++) {
      for (int tick = 0; tick < 3 * TICKS; tick++) {
        int start = tick / TICKS * TICKS;
        int last = Math.min(tick, start + leaves[body] - 1);
        Optional<Integer> expected = last < start ? Optional.empty() : Optional.of(last);
        assertEquals(
            expected, poses.lastSeen(tick, body).map(Poses.Pose::tick), body + " at " + tick);
      }
    }
  }

  @Test
  void anEarlierTrialDoesNotCount() {
    assertEquals(Optional.empty(), leaving(0).lastSeen(TICKS + 5, 0));
  }

  @Test
  void aChannelOfAnotherShapeIsNoPose() {
    MemoryRollout flat =
        new MemoryRollout("any", 2, 3, 1).with("pose", Dtype.F4, (_, _) -> 0, 2, 2);
    assertEquals(Optional.empty(), Poses.of(flat, "pose"));
  }

  @Test
  void nobodyIsWhereNobodyCanBe() {
    Poses poses = leaving(5, 5);
    assertEquals(Optional.empty(), poses.lastSeen(0, 2));
    assertEquals(Optional.empty(), poses.lastSeen(0, -1));
    assertEquals(Optional.empty(), poses.lastSeen(3 * TICKS, 0));
  }
}
