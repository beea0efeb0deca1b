package dev.hindsight.trainer.env.spread;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.AgentGroup;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.outcome.EventBits;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SpreadTest {
  private static final SpreadEnvironmentType TYPE = new SpreadEnvironmentType();

  private static Environment world(long seed, String... knobs) {
    Map<String, String> typed = new LinkedHashMap<>();
    for (int i = 0; i < knobs.length; i += 2) {
      typed.put(knobs[i], knobs[i + 1]);
    }
    return TYPE.prepare(TYPE.settings().parse(typed, "test"), Optional.empty()).create(seed);
  }

  private static float[] column(Environment world, int index) {
    int length = world.shape().stateColumns().get(index).rowLength();
    ByteBuffer row = ByteBuffer.allocate(4 * length).order(ByteOrder.LITTLE_ENDIAN);
    world.writeState(index, row);
    float[] numbers = new float[length];
    row.flip().asFloatBuffer().get(numbers);
    return numbers;
  }

  private static float[] poses(Environment world) {
    return column(world, 0);
  }

  private static float[] landmarks(Environment world) {
    return column(world, 2);
  }

  private static void act(Environment world, Random random) {
    Actions actions = new Actions(world.shape());
    for (int i = 0; i < actions.continuous.length; i++) {
      actions.continuous[i] = 2 * random.nextFloat() - 1;
    }
    for (int i = 0; i < actions.joint.length; i++) {
      actions.joint[i] = random.nextInt(5);
    }
    world.step(actions);
  }

  /// Distances and contacts summed anew from what the world shows.
  @Test
  void allAgentsShareTheMeanOfThePublishedRewards() {
    Environment world = world(3, "trial_ticks", "1000", "num_agents", "5");
    Random random = new Random(1);
    int contacts = 0;
    for (int t = 0; t < 400; t++) {
      act(world, random);
      float[] pose = poses(world);
      float[] landmark = landmarks(world);
      double distances = 0;
      for (int l = 0; l < 5; l++) {
        double nearest = 99;
        for (int a = 0; a < 5; a++) {
          nearest =
              Math.min(
                  nearest,
                  Math.hypot(landmark[2 * l] - pose[3 * a], landmark[2 * l + 1] - pose[3 * a + 1]));
        }
        distances += nearest;
      }
      int touching = 0;
      for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++) {
          double d = Math.hypot(pose[3 * i] - pose[3 * j], pose[3 * i + 1] - pose[3 * j + 1]);
          touching += i != j && d < 0.3 ? 1 : 0;
        }
      }
      contacts += touching;
      for (int a = 0; a < 5; a++) {
        assertEquals(-distances - touching / 5.0, world.buffer().reward[a], 1e-4);
      }
    }
    assertTrue(contacts > 10, "only " + contacts + " contacts");
  }

  @Test
  void aContactIsAnEventOfBothWhenItBegins() {
    Environment world = world(3, "trial_ticks", "100000", "num_agents", "5");
    Random random = new Random(1);
    int begun = 0;
    for (int t = 0; t < 2000; t++) {
      act(world, random);
      int touched = 0;
      for (int a = 0; a < 5; a++) {
        touched += (world.buffer().event[a] & EventBits.COLLISION) != 0 ? 1 : 0;
      }
      assertTrue(touched != 1, "one agent alone began a contact");
      begun += touched;
    }
    assertTrue(begun > 0);
    assertEquals(begun, world.totals().get("collisions"));
  }

  @Test
  void aSingleTrialEndsAtItsTimeLimitWithItsFinalObservation() {
    Environment world = world(5, "trial_ticks", "7");
    float[] before = new float[0];
    for (int t = 0; t < 7; t++) {
      assertEquals(0, world.buffer().end[0]);
      before = landmarks(world);
      act(world, new Random(t));
    }
    StepBuffer buffer = world.buffer();
    assertTrue(buffer.timedOut(0));
    assertEquals(0, buffer.terminal[0]);
    assertFalse(Arrays.equals(before, landmarks(world)), "the next episode has other landmarks");
    ObservationLayout layout = world.shape().observation();
    float x = buffer.finalObservation()[2];
    float dx = buffer.finalObservation()[4];
    assertEquals(before[0], x + dx, 1e-5, "the final observation shows the old landmarks");
    assertTrue(layout.size() > 4);
  }

  @Test
  void everyTrialHasTheSameLandmarksAndStarts() {
    Environment world = world(7, "trials", "3", "trial_ticks", "5", "landmarks_seen_within", "0.5");
    float[] starts = poses(world);
    float[] landmark = landmarks(world);
    for (int k = 0; k < 3; k++) {
      assertArrayEquals(starts, poses(world));
      assertEquals(k, world.buffer().trial);
      for (int t = 0; t < 5; t++) {
        assertArrayEquals(landmark, landmarks(world));
        act(world, new Random(10L * k + t));
      }
    }
    assertTrue(world.buffer().terminal[0] == 1);
    assertEquals(EpisodeEnd.TASK_FAILED.code(), world.buffer().end[0]);
    assertFalse(Arrays.equals(landmark, landmarks(world)));
    assertEquals(3, world.trialScores().size());
  }

  @Test
  void aHiddenLandmarkIsObservedOnlyFromNearby() {
    Environment world =
        world(7, "landmarks_seen_within", "0.6", "trial_ticks", "1000", "action_form", "discrete");
    Random random = new Random(4);
    int size = world.shape().observation().size();
    int seen = 0;
    for (int t = 0; t < 500; t++) {
      act(world, random);
      float[] pose = poses(world);
      float[] landmark = landmarks(world);
      for (int a = 0; a < 3; a++) {
        for (int l = 0; l < 3; l++) {
          double dx = landmark[2 * l] - pose[3 * a];
          double dy = landmark[2 * l + 1] - pose[3 * a + 1];
          boolean near = Math.hypot(dx, dy) <= 0.6;
          int at = a * size + 4 + 3 * l;
          float[] observed = Arrays.copyOfRange(world.buffer().observation, at, at + 3);
          seen += near ? 1 : 0;
          assertEquals(near ? 1 : 0, observed[0]);
          assertEquals(near ? dx : 0, observed[1], 1e-5);
          assertEquals(near ? dy : 0, observed[2], 1e-5);
        }
      }
    }
    assertTrue(seen > 20 && seen < 4000, seen + " of 4500");
  }

  @Test
  void theObservationIsATreeWhoseArraysAreNamedByTheirPaths() {
    ObservationLayout layout =
        world(1, "num_agents", "2", "trials", "2", "landmarks_seen_within", "1")
            .shape()
            .observation();
    assertEquals(
        List.of(
            "self/velocity",
            "self/position",
            "landmarks/0",
            "landmarks/1",
            "others/0",
            "previous",
            "trial"),
        layout.segments().stream().map(ObservationLayout.Segment::name).toList());
    assertEquals("landmarks/1.seen", layout.nameOf(7));
    assertEquals(
        List.of(new AgentGroup("team", List.of(0, 1))),
        world(1, "num_agents", "2").shape().groups());
  }

  @Test
  void theScoreIsTheShareOfLandmarksCoveredAtTheEnd() {
    Environment near = world(1, "trial_ticks", "1", "cover_radius", "10");
    act(near, new Random(1));
    assertEquals(1, near.buffer().trialScore[0]);
    Environment far = world(1, "trial_ticks", "1", "cover_radius", "0.01");
    act(far, new Random(1));
    assertEquals(0, far.buffer().trialScore[0]);
  }

  @Test
  void anActionThatIsNoNumberIsRefusedBeforeAnythingMoves() {
    Environment world = world(1);
    long before = world.stateHash();
    for (float bad : new float[] {Float.NaN, 1.01f, Float.NEGATIVE_INFINITY}) {
      Actions actions = new Actions(world.shape());
      actions.continuous[5] = bad;
      Problem refused = assertThrows(Problem.class, () -> world.step(actions));
      assertTrue(refused.getMessage().contains("agent 2"), refused.getMessage());
    }
    assertEquals(before, world.stateHash());
  }
}
