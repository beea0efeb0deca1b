package dev.hindsight.trainer.env.airspace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.AgentGroup;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.RandomActions;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.outcome.EventBits;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AirspaceTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "generator=random50",
        "generator=crossing",
        "generator=horizontal",
        "action_form=continuous",
        "trials=3"
      })
  void theSameSeedAndActionsGiveTheSameBitsAgain(String setting) {
    Environment environment = TestAirspaces.of(9, setting, "steps=20");
    long first = TestAirspaces.run(environment, 70, 2);
    environment.reset();
    assertEquals(first, TestAirspaces.run(environment, 70, 2), "after a reset");
    assertEquals(
        first, TestAirspaces.run(TestAirspaces.of(9, setting, "steps=20"), 70, 2), "made anew");
    assertNotEquals(
        first, TestAirspaces.run(TestAirspaces.of(8, setting, "steps=20"), 70, 2), "seed 8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"generator=crossing", "generator=horizontal", "trials=3"})
  void aRestoredSnapshotGoesOnAsTheOriginalDid(String setting) {
    Environment original = TestAirspaces.of(3, setting, "steps=15");
    TestAirspaces.run(original, 22, 1);
    Environment.Snapshot snapshot = original.snapshot();
    float[] seen = original.buffer().observation.clone();
    long onward = TestAirspaces.run(original, 40, 8);
    var totals = original.totals();

    Environment other = TestAirspaces.of(77, setting, "steps=15");
    other.restore(snapshot);
    assertArrayEquals(seen, other.buffer().observation);
    assertEquals(onward, TestAirspaces.run(other, 40, 8));
    assertEquals(totals, other.totals());
    assertThrows(
        IllegalArgumentException.class,
        () -> TestAirspaces.of(3, setting, "steps=16").restore(snapshot));
  }

  @Test
  void aircraftFormPairsIfTheSettingsSayAndTheLastOfAnOddNumberStaysAlone() {
    assertEquals(List.of(), TestAirspaces.of(5, "aircraft=5", "radius=30").shape().groups());
    assertEquals(
        List.of(new AgentGroup("pair-0", List.of(0, 1)), new AgentGroup("pair-1", List.of(2, 3))),
        TestAirspaces.of(5, "aircraft=5", "radius=30", "groups=pairs").shape().groups());
    assertEquals(
        List.of(), TestAirspaces.of(5, "generator=horizontal", "groups=pairs").shape().groups());
  }

  @Test
  void whoHasEndedDoesNotComeBackUntilTheTrialEnds() {
    Environment environment = TestAirspaces.of(5, "aircraft=20", "radius=30");
    Actions[] rows = RandomActions.rows(environment.shape(), 101, 4);
    StepBuffer buffer = environment.buffer();
    byte[] gone = new byte[20];
    int ends = 0;
    for (int t = 0; t < 1500; t++) {
      environment.step(rows[t % rows.length]);
      boolean over = buffer.trialEnded[0] != 0;
      for (int a = 0; a < 20; a++) {
        if (gone[a] != 0) {
          assertEquals(0, buffer.event[a], "something happened to one that is gone");
          assertEquals(0, buffer.reward[a]);
          assertEquals(over ? 0 : 1, buffer.removed[a], "tick " + t + " agent " + a);
        }
        boolean ended = buffer.terminal[a] != 0 || buffer.truncation[a] != 0;
        ends += ended && !over ? 1 : 0;
        if (!over) {
          assertEquals(ended || gone[a] != 0 ? 1 : 0, buffer.removed[a]);
        } else {
          assertTrue(buffer.episodeEnded(a));
        }
        gone[a] = over ? 0 : buffer.removed[a];
      }
    }
    assertTrue(ends > 20, "only " + ends + " left early");
  }

  @Test
  void theStepLimitIsATimeLimitAndItsFinalObservationIsWhatALongerEpisodeShows() {
    Environment environment = TestAirspaces.of(5, "aircraft=4", "radius=60", "steps=12");
    Environment longer = TestAirspaces.of(5, "aircraft=4", "radius=60", "steps=40");
    Actions straight = TestAirspaces.neutral(environment);
    for (int t = 0; t < 12; t++) {
      environment.step(straight);
      longer.step(straight);
    }
    StepBuffer buffer = environment.buffer();
    for (int a = 0; a < 4; a++) {
      assertEquals(EpisodeEnd.TIMEOUT.code(), buffer.end[a], "agent " + a);
      assertEquals(0, buffer.terminal[a]);
      assertEquals(1, buffer.truncation[a]);
      assertTrue(buffer.timedOut(a));
    }
    assertArrayEquals(longer.buffer().observation, buffer.finalObservation());
    assertFalse(Arrays.equals(buffer.observation, buffer.finalObservation()));
    assertTrue(environment.shape().timeLimit());
  }

  @Test
  void theTimeOfTheLastOfSeveralTrialsIsPartOfTheTask() {
    Environment environment =
        TestAirspaces.of(5, "aircraft=4", "radius=60", "steps=12", "trials=2");
    Actions straight = TestAirspaces.neutral(environment);
    for (int t = 0; t < 24; t++) {
      environment.step(straight);
    }
    for (int a = 0; a < 4; a++) {
      assertEquals(EpisodeEnd.TASK_FAILED.code(), environment.buffer().end[a]);
      assertEquals(1, environment.buffer().terminal[a]);
    }
    assertFalse(environment.shape().timeLimit());
  }

  @Test
  void leavingAtTheExitIsTerminalAndElsewhereATruncation() {
    Environment environment = TestAirspaces.of(1, "aircraft=20", "radius=30");
    StepBuffer buffer = environment.buffer();
    Actions straight = TestAirspaces.neutral(environment);
    int exits = 0;
    for (int t = 0; t < 400 && buffer.trialEnded[0] == 0; t++) {
      environment.step(straight);
      for (int a = 0; a < 20 && buffer.trialEnded[0] == 0; a++) {
        boolean goal = (buffer.event[a] & EventBits.GOAL) != 0;
        assertEquals(goal ? 1 : 0, buffer.terminal[a]);
        exits += goal ? 1 : 0;
        assertEquals(0, buffer.truncation[a], "who flies straight leaves at its exit");
      }
    }
    assertTrue(exits > 10, "exits " + exits);

    Environment astray = TestAirspaces.of(1, "aircraft=1", "radius=30", "exit_radius=0.1");
    Actions turn = TestAirspaces.neutral(astray);
    for (int t = 0; t < 4; t++) {
      turn.joint[0] = 4 * 9 + 4;
      astray.step(turn);
    }
    turn.joint[0] = 22;
    while (astray.buffer().truncation[0] == 0) {
      astray.step(turn);
    }
    assertEquals(EventBits.OFFROAD, astray.buffer().event[0] & EventBits.OFFROAD);
  }

  @Test
  void actionsThatMakeNoSenseAreRefusedBeforeAnythingMoves() {
    Environment grid = TestAirspaces.of(1);
    long before = grid.stateHash();
    Actions actions = TestAirspaces.neutral(grid);
    actions.joint[7] = 45;
    assertThrows(Problem.class, () -> grid.step(actions));
    assertEquals(before, grid.stateHash());

    Environment numbers = TestAirspaces.of(1, "action_form=continuous");
    Actions nan = new Actions(numbers.shape());
    nan.continuous[3 * 7 + 2] = Float.NaN;
    assertThrows(Problem.class, () -> numbers.step(nan));
  }

  @Test
  void neutralActionsLeaveEverybodyAlone() {
    Environment environment = TestAirspaces.of(1, "aircraft=3");
    float[] first = environment.buffer().observation.clone();
    environment.step(TestAirspaces.neutral(environment));
    int size = environment.shape().observation().size();
    for (int a = 0; a < 3; a++) {
      assertEquals(first[a * size + 3], environment.buffer().observation[a * size + 3], 1e-6);
      assertEquals(0, environment.buffer().observation[a * size + 7]);
    }
  }

  @Test
  void aCommandedTurnGoesOnUnderTheNeutralAction() {
    Environment environment = TestAirspaces.of(1, "aircraft=1");
    Actions actions = TestAirspaces.neutral(environment);
    actions.joint[0] = 4;
    environment.step(actions);
    actions.joint[0] = 22;
    for (int t = 0; t < 6; t++) {
      environment.step(actions);
    }
    double off =
        Math.toDegrees(
            Math.atan2(environment.buffer().observation[1], environment.buffer().observation[0]));
    assertEquals(-22.5, off, 4, "the exit lies to the right after a left turn");
  }

  @Test
  void scenariosDifferFromEpisodeToEpisodeAndNotFromTrialToTrial() {
    Environment environment = TestAirspaces.of(6, "trials=2", "steps=5");
    float[] first = environment.buffer().observation.clone();
    for (int t = 0; t < 5; t++) {
      environment.step(TestAirspaces.neutral(environment));
    }
    assertEquals(1, environment.buffer().trial);
    assertArrayEquals(first, environment.buffer().observation);
    for (int t = 0; t < 5; t++) {
      environment.step(TestAirspaces.neutral(environment));
    }
    assertEquals(0, environment.buffer().trial);
    assertNotEquals(first[2], environment.buffer().observation[2]);
  }
}
