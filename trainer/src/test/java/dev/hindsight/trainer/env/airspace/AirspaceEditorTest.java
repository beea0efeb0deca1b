package dev.hindsight.trainer.env.airspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.WorldEditor;
import dev.hindsight.trainer.outcome.EventBits;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class AirspaceEditorTest {
  /// Index of what is paid for leaving among the parts of the reward.
  private static final int LEAVING = 4;

  private final Environment environment = TestAirspaces.of(2, "aircraft=4");
  private final WorldEditor edits = environment.editable().orElseThrow();

  private float[] pose(int agent) {
    return pose(environment, agent);
  }

  private static float[] pose(Environment sky, int agent) {
    ByteBuffer row = ByteBuffer.allocate(sky.shape().agents() * 12).order(ByteOrder.LITTLE_ENDIAN);
    sky.writeState(0, row);
    return new float[] {
      row.getFloat(12 * agent), row.getFloat(12 * agent + 4), row.getFloat(12 * agent + 8)
    };
  }

  @Test
  void anAircraftIsPutWhereThePoseColumnThenSaysItIs() {
    edits.place(1, 12345, -23456, 1.5f);

    assertEquals(12345, pose(1)[0], 0.01);
    assertEquals(-23456, pose(1)[1], 0.01);
    assertEquals(1.5, pose(1)[2], 1e-5);
  }

  @Test
  void twoPutTogetherHaveLostSeparationAndItCountsWithTheNextStep() {
    edits.place(0, 0, 0, 0);
    edits.place(1, 1000, 0, 0);
    double before = environment.totals().getOrDefault("losses", 0.0);
    environment.step(TestAirspaces.neutral(environment));
    boolean level =
        environment.buffer().observation[6]
            == environment.buffer().observation[environment.shape().observation().size() + 6];

    assertEquals(level ? 1 : 0, environment.totals().getOrDefault("losses", 0.0) - before);
  }

  @Test
  void whoIsTakenAwayIsGoneAndCanBeBroughtBack() {
    float[] start = pose(2);
    edits.remove(2);
    assertEquals(1, environment.buffer().removed[2]);
    assertEquals(-10000, pose(2)[0]);
    assertThrows(Problem.class, () -> edits.remove(2));
    assertThrows(Problem.class, () -> edits.place(2, 0, 0, 0));
    edits.bring(2);
    assertEquals(start[0], pose(2)[0]);
    assertThrows(Problem.class, () -> edits.bring(2));
  }

  @Test
  void nobodyIsPutOutsideTheSector() {
    assertThrows(Problem.class, () -> edits.place(0, 200_000, 0, 0));
    assertThrows(Problem.class, () -> edits.place(0, Float.NaN, 0, 0));
  }

  @Test
  void whoLeftAtItsExitHasReachedItInThatTrialAlsoIfItIsBroughtBackAndTakenAway() {
    Environment sky = TestAirspaces.of(3, "aircraft=3", "trials=2", "radius=40");
    int out = -1;
    while (out < 0 && sky.buffer().trialEnded[0] == 0) {
      sky.step(TestAirspaces.neutral(sky));
      for (int a = 0; a < 3; a++) {
        out = (sky.buffer().event[a] & EventBits.GOAL) != 0 ? a : out;
      }
    }
    assertEquals(0, sky.buffer().trialEnded[0], "the others are still flying");
    Environment.Snapshot left = sky.snapshot();
    float score = atTheEnd(sky, out);
    sky.restore(left);
    WorldEditor editor = sky.editable().orElseThrow();
    editor.bring(out);
    editor.remove(out);

    assertEquals(1, score);
    assertEquals(score, atTheEnd(sky, out));
  }

  @Test
  void anExitCountsAndIsPaidOnceInATrialAlsoIfTheAircraftIsBroughtBack() {
    Environment sky = TestAirspaces.of(3, "aircraft=3", "trials=2", "radius=40");
    float[][] before = new float[3][];
    int out = -1;
    while (out < 0) {
      for (int a = 0; a < 3; a++) {
        before[a] = pose(sky, a);
      }
      sky.step(TestAirspaces.neutral(sky));
      for (int a = 0; a < 3; a++) {
        out = (sky.buffer().event[a] & EventBits.GOAL) != 0 ? a : out;
      }
    }
    double goals = sky.totals().getOrDefault("goals", 0.0);
    assertTrue(sky.buffer().figures[LEAVING][out] > 0, "the first exit is paid");
    WorldEditor editor = sky.editable().orElseThrow();
    editor.bring(out);
    editor.place(out, before[out][0], before[out][1], before[out][2]);
    sky.step(TestAirspaces.neutral(sky));

    assertEquals(1, sky.buffer().removed[out], "it left again");
    assertEquals(0, sky.buffer().event[out] & EventBits.GOAL);
    assertEquals(0, sky.buffer().figures[LEAVING][out]);
    assertEquals(goals, sky.totals().getOrDefault("goals", 0.0));
  }

  private static float atTheEnd(Environment sky, int agent) {
    do {
      sky.step(TestAirspaces.neutral(sky));
    } while (sky.buffer().trialEnded[0] == 0);
    return sky.buffer().trialScore[agent];
  }
}
