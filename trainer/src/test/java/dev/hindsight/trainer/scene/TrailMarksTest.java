package dev.hindsight.trainer.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrailMarksTest {
  private static List<Mark> trails(MemoryRollout rollout, int tick) {
    return TrailMarks.of(Poses.of(rollout, "pose").orElseThrow(), tick);
  }

  private static MemoryRollout driving(MemoryRollout.Value x) {
    return new MemoryRollout("any", 1, 100, 2)
        .with("trial", Dtype.I4, (tick, _) -> tick < 50 ? 0 : 1)
        .with("pose", Dtype.F4, (tick, i) -> i == 0 ? x.at(tick, i) : 0, 1, 3);
  }

  private static float[] ends(List<Mark> marks) {
    float[] first = ((Mark.Polyline) marks.getFirst()).xy();
    float[] last = ((Mark.Polyline) marks.getLast()).xy();
    return new float[] {first[0], last[last.length - 2]};
  }

  @Test
  void aTrailRunsFromTheTrialsStartToWhereTheBodyIs() {
    List<Mark> marks = trails(driving((tick, _) -> tick), 80);
    assertEquals(50, ends(marks)[0]);
    assertEquals(80, ends(marks)[1]);
  }

  @Test
  void theFirstTickOfATrialHasNoTrail() {
    assertEquals(List.of(), trails(driving((tick, _) -> tick), 50));
  }

  @Test
  void aRespawnDoesNotDrawALineAcrossTheMap() {
    List<Mark> marks = trails(driving((tick, _) -> tick < 30 ? tick : tick + 400), 45);
    for (Mark mark : marks) {
      float[] xy = ((Mark.Polyline) mark).xy();
      for (int i = 2; i < xy.length; i += 2) {
        assertTrue(Math.abs(xy[i] - xy[i - 2]) < 20, "a jump from " + xy[i - 2] + " to " + xy[i]);
      }
    }
  }

  @Test
  void limboEndsATrail() {
    List<Mark> marks = trails(driving((tick, _) -> tick < 40 ? tick : Float.NaN), 48);
    assertEquals(39, ends(marks)[1]);
  }

  @Test
  void aFastAircraftsStepsAreNoJumps() {
    assertEquals(2, trails(driving((tick, _) -> 1250 * tick), 45).size());
  }
}
