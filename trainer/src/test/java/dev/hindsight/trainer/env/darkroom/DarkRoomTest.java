package dev.hindsight.trainer.env.darkroom;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Environment.Snapshot;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StorableState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DarkRoomTest {
  @Test
  void theAgentStartsInTheMiddle() {
    assertArrayEquals(new int[] {2, 2}, DarkRoomUnderTest.of(0).cell());
    assertArrayEquals(new int[] {3, 3}, DarkRoomUnderTest.of(0, "preset", "7x7").cell());
  }

  @Test
  void wallsStopTheAgent() {
    DarkRoomUnderTest darkRoomUnderTest = DarkRoomUnderTest.of(1, "trial_timeout", "100");
    Random random = new Random(1);
    for (int t = 0; t < 500; t++) {
      darkRoomUnderTest.step(random.nextInt(4));
      int[] cell = darkRoomUnderTest.cell();
      assertTrue(Arrays.stream(cell).allMatch(c -> c >= 0 && c < 5), Arrays.toString(cell));
    }
  }

  @Test
  void aStepMovesByOneCell() {
    DarkRoomUnderTest darkRoomUnderTest = DarkRoomUnderTest.of(3);
    darkRoomUnderTest.step(DarkRoomUnderTest.RIGHT);
    assertArrayEquals(new int[] {3, 2}, darkRoomUnderTest.cell());
    darkRoomUnderTest.step(DarkRoomUnderTest.UP);
    assertArrayEquals(new int[] {3, 3}, darkRoomUnderTest.cell());
  }

  @Test
  void reachingTheGoalPaysOneAndEndsTheTrial() {
    DarkRoomUnderTest darkRoomUnderTest = DarkRoomUnderTest.of(5);
    StepBuffer seen = darkRoomUnderTest.walkToGoal();
    assertEquals(1, seen.reward[0]);
    assertEquals(1, seen.trialEnded[0]);
    assertEquals(1, seen.truncation[0]);
    assertEquals(0, seen.terminal[0]);
    assertEquals(1, seen.trial);
    assertEquals(0, seen.trialTick);
    assertArrayEquals(new int[] {2, 2}, darkRoomUnderTest.cell());
  }

  @Test
  void theTimeLimitEndsATrialWithoutReward() {
    DarkRoomUnderTest darkRoomUnderTest = DarkRoomUnderTest.of(5);
    for (int t = 0; t < 9; t++) {
      assertEquals(
          0,
          darkRoomUnderTest.step(
                  t % 2 == 0 ? blockedSide(darkRoomUnderTest) : opposite(darkRoomUnderTest))
              .trialEnded[0]);
    }
    StepBuffer seen = darkRoomUnderTest.step(opposite(darkRoomUnderTest));
    assertEquals(1, seen.trialEnded[0]);
    assertEquals(0, seen.reward[0]);
  }

  @Test
  void theGoalStaysThroughAllTrialsOfAnEpisodeAndIsNeverTheStart() {
    DarkRoomUnderTest darkRoomUnderTest = DarkRoomUnderTest.of(11);
    for (int episode = 0; episode < 200; episode++) {
      int[] goal = darkRoomUnderTest.goal();
      assertFalse(Arrays.equals(goal, new int[] {2, 2}));
      for (int trial = 0; trial < 4; trial++) {
        assertEquals(trial, darkRoomUnderTest.buffer().trial);
        assertArrayEquals(goal, darkRoomUnderTest.goal());
        darkRoomUnderTest.walkToGoal();
      }
    }
  }

  @Test
  void everyOtherCellIsAGoalEquallyOften() {
    int[] count = new int[25];
    DarkRoomUnderTest any = DarkRoomUnderTest.of(0);
    for (int seed = 0; seed < 24_000; seed++) {
      int[] goal = any.another(seed).goal();
      count[goal[1] * 5 + goal[0]]++;
    }
    assertEquals(0, count[12]);
    double chiSquared = 0;
    for (int cell = 0; cell < 25; cell++) {
      chiSquared += cell == 12 ? 0 : Math.pow(count[cell] - 1000, 2) / 1000;
    }
    // 23 degrees of freedom: above 49.7 in one of a thousand.
    assertTrue(chiSquared < 49.7, "chi squared " + chiSquared);
  }

  @Test
  void theLastTrialEndsTheEpisodeAndTheNextOneBeginsClean() {
    DarkRoomUnderTest darkRoomUnderTest = DarkRoomUnderTest.of(7);
    StepBuffer seen = darkRoomUnderTest.buffer();
    for (int trial = 0; trial < 4; trial++) {
      seen = darkRoomUnderTest.walkToGoal();
    }
    assertEquals(1, seen.terminal[0]);
    assertEquals(1, seen.truncation[0]);
    assertEquals(1, seen.trialEnded[0]);
    assertEquals(0, seen.trial);
    float[] first = seen.observation.clone();
    darkRoomUnderTest.environment().reset();
    assertArrayEquals(first, darkRoomUnderTest.buffer().observation);
  }

  @Test
  void theObservationShowsPlaceTrialAndWhatTheLastActionBrought() {
    DarkRoomUnderTest darkRoomUnderTest = DarkRoomUnderTest.of(5);
    darkRoomUnderTest.walkToGoal();
    assertEquals(1, darkRoomUnderTest.observed("column.3"));
    assertEquals(1, darkRoomUnderTest.observed("row.3"));
    assertEquals(1, darkRoomUnderTest.observed("trial.2"));
    assertEquals(1, darkRoomUnderTest.observed("previous.reward"));
    assertEquals(1, darkRoomUnderTest.observed("previous.trial_ended"));
    float sum = 0;
    for (float number : darkRoomUnderTest.buffer().observation) {
      sum += number;
    }
    assertEquals(6, sum, "one-hots for column, row, action and trial, and the two flags");
  }

  @Test
  void inLimboTheAgentIsOffTheMapUntilTheTimeLimitAndThenToldOfTheReward() {
    DarkRoomUnderTest darkRoomUnderTest = DarkRoomUnderTest.of(5, "after_goal", "limbo");
    StepBuffer seen = darkRoomUnderTest.walkToGoal();
    assertEquals(1, seen.reward[0]);
    assertEquals(1, seen.removed[0]);
    assertEquals(0, seen.trialEnded[0]);
    assertTrue(darkRoomUnderTest.cell()[0] < -1000);
    while (seen.trialEnded[0] == 0) {
      assertEquals(1, seen.removed[0]);
      seen = darkRoomUnderTest.step(DarkRoomUnderTest.LEFT);
      assertEquals(0, seen.reward[0]);
    }
    assertEquals(0, seen.removed[0]);
    assertEquals(0, seen.trialTick);
    assertEquals(1, darkRoomUnderTest.observed("previous.reward"));
    assertEquals(
        0, darkRoomUnderTest.observed("previous.left"), "what was done in limbo was not done");
  }

  @Test
  void whereTheFirstTrialOnlyShowsTheGoalItIsSeenButNotPaid() {
    DarkRoomUnderTest darkRoomUnderTest = DarkRoomUnderTest.of(5, "first_trial_pays", "false");
    assertEquals(0, darkRoomUnderTest.walkToGoal().reward[0]);
    assertEquals(1, darkRoomUnderTest.observed("previous.reward"));
    assertEquals(1, darkRoomUnderTest.walkToGoal().reward[0]);
  }

  @Test
  void scoresAreSharesOfFinishedTrialsThatReachedTheGoal() {
    DarkRoomUnderTest darkRoomUnderTest = DarkRoomUnderTest.of(5, "trials", "2");
    darkRoomUnderTest.walkToGoal();
    while (darkRoomUnderTest.step(blockedSide(darkRoomUnderTest)).terminal[0] == 0) {
      // Waits against the wall for the second trial's time limit.
    }
    assertEquals(List.of(1.0, 0.0), darkRoomUnderTest.environment().trialScores());
  }

  @Test
  void aGoalReachedInATrialThatIsNotOverScoresNothingYet() {
    DarkRoomUnderTest darkRoomUnderTest =
        DarkRoomUnderTest.of(5, "trials", "1", "after_goal", "limbo");
    while (darkRoomUnderTest.step(blockedSide(darkRoomUnderTest)).terminal[0] == 0) {
      // Waits against the wall for the first episode's time limit.
    }
    darkRoomUnderTest.walkToGoal();
    assertEquals(List.of(0.0), darkRoomUnderTest.environment().trialScores());
  }

  @Test
  void withoutKnowledgeNoFirstTrialScoresAboveTenTwentyFourths() {
    Set<Integer> seen = new HashSet<>();
    assertEquals(10, mostCells(12, 10, seen));
    assertEquals(.417, 10 / 24.0, 5e-4);
  }

  /// The most cells a walk of so many steps can look at, found by trying every walk that does not
  /// return to a cell (one that does sees fewer).
  private static int mostCells(int cell, int steps, Set<Integer> seen) {
    int best = seen.size();
    if (steps == 0) {
      return best;
    }
    int[][] moves = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int[] move : moves) {
      int x = cell % 5 + move[0];
      int y = cell / 5 + move[1];
      int next = 5 * y + x;
      if (x >= 0 && x < 5 && y >= 0 && y < 5 && next != 12 && seen.add(next)) {
        best = Math.max(best, mostCells(next, steps - 1, seen));
        seen.remove(next);
      }
    }
    return best;
  }

  @Test
  void theSameSeedAndActionsGiveTheSameStates() {
    assertEquals(hashes(DarkRoomUnderTest.of(3), 9), hashes(DarkRoomUnderTest.of(3), 9));
    assertFalse(hashes(DarkRoomUnderTest.of(3), 9).equals(hashes(DarkRoomUnderTest.of(4), 9)));
  }

  @Test
  void aRestoredRoomGoesOnAsTheFirstDid() {
    DarkRoomUnderTest darkRoomUnderTest = DarkRoomUnderTest.of(3, "after_goal", "limbo");
    hashes(darkRoomUnderTest, 1);
    Snapshot snapshot = darkRoomUnderTest.environment().snapshot();
    float[] shown = darkRoomUnderTest.buffer().observation.clone();
    List<Long> onwards = hashes(darkRoomUnderTest, 2);
    DarkRoomUnderTest other = DarkRoomUnderTest.of(99, "after_goal", "limbo");
    other.environment().restore(snapshot);
    assertArrayEquals(shown, other.buffer().observation);
    assertEquals(onwards, hashes(other, 2));
  }

  @Test
  void anActionOutsideTheSpaceChangesNothing() {
    DarkRoomUnderTest darkRoomUnderTest = DarkRoomUnderTest.of(3);
    long before = darkRoomUnderTest.environment().stateHash();
    assertThrows(Problem.class, () -> darkRoomUnderTest.step(4));
    assertEquals(before, darkRoomUnderTest.environment().stateHash());
  }

  @Test
  void aRoomWithoutAMiddleIsRefused() {
    assertThrows(Problem.class, () -> DarkRoomUnderTest.of(0, "size", "6"));
  }

  @Test
  void aDarkRoomHasNoMap() {
    DarkRoomEnvironmentType type = new DarkRoomEnvironmentType();
    assertThrows(
        Problem.class,
        () ->
            type.prepare(
                type.settings().defaults(), Optional.of(java.nio.file.Path.of("town.bin"))));
  }

  private static List<Long> hashes(DarkRoomUnderTest darkRoomUnderTest, long seed) {
    Random random = new Random(seed);
    List<Long> hashes = new ArrayList<>();
    for (int t = 0; t < 300; t++) {
      darkRoomUnderTest.step(random.nextInt(4));
      hashes.add(darkRoomUnderTest.environment().stateHash());
    }
    return hashes;
  }

  /// A move that never leads to the goal when taken in turn with its opposite from the start.
  private static int blockedSide(DarkRoomUnderTest darkRoomUnderTest) {
    int[] goal = darkRoomUnderTest.goal();
    return goal[1] == 2 ? DarkRoomUnderTest.UP : DarkRoomUnderTest.RIGHT;
  }

  private static int opposite(DarkRoomUnderTest darkRoomUnderTest) {
    return blockedSide(darkRoomUnderTest) == DarkRoomUnderTest.UP
        ? DarkRoomUnderTest.DOWN
        : DarkRoomUnderTest.LEFT;
  }

  @Test
  void aTrialThatTheAgentIsKeptOutOfScoresNothing() {
    DarkRoomUnderTest room = DarkRoomUnderTest.of(5);
    room.walkToGoal();
    room.environment().editable().orElseThrow().remove(0);
    StepBuffer seen = room.step(DarkRoomUnderTest.UP);
    while (seen.trialEnded[0] == 0) {
      seen = room.step(DarkRoomUnderTest.UP);
    }

    assertEquals(0, seen.trialScore[0]);
    assertEquals(0, room.observed("previous.reward"));
    assertEquals(List.of(1.0, 0.0), room.environment().trialScores());
  }

  @Test
  void aGoalCountsOnceInATrialAlsoIfTheAgentIsBroughtBack() {
    DarkRoomUnderTest room = DarkRoomUnderTest.of(5, "after_goal", "limbo", "trial_timeout", "60");
    room.walkToGoal();
    room.environment().editable().orElseThrow().bring(0);
    int[] goal = room.goal();
    while (!Arrays.equals(goal, room.cell())) {
      assertEquals(0, room.stepToGoal().removed[0]);
    }
    StepBuffer seen = room.buffer();
    assertEquals(0, seen.reward[0]);
    while (seen.trialEnded[0] == 0) {
      seen = room.step(DarkRoomUnderTest.UP);
    }

    assertEquals(1, seen.trialScore[0]);
    assertEquals(List.of(1.0), room.environment().trialScores());
    assertEquals(1.0, room.environment().totals().getOrDefault("goals", 0.0));
  }

  @Test
  void aStateThatEditsHaveChangedIsStoredWhole() {
    DarkRoomUnderTest room = DarkRoomUnderTest.of(5, "after_goal", "limbo");
    room.walkToGoal();
    room.environment().editable().orElseThrow().bring(0);
    room.step(DarkRoomUnderTest.UP);
    byte[] stored =
        StorableState.bytes(
            room.environment().storable().orElseThrow(), room.environment().stateHash());
    DarkRoomUnderTest other = room.another(7);
    assertTrue(StorableState.restore(other.environment(), stored, "test"));

    assertEquals(room.environment().stateHash(), other.environment().stateHash());
  }
}
