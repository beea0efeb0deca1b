package dev.hindsight.trainer.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunningCountsTest {
  private static final int TICKS = 300;
  private static final int AGENTS = 3;
  private static final int TRIAL = 70;

  private final int[][] events = new int[TICKS][AGENTS];

  private MemoryRollout recording() {
    Random random = new Random(4);
    for (int[] row : events) {
      for (int agent = 0; agent < AGENTS; agent++) {
        row[agent] = random.nextInt(5) == 0 ? 1 << random.nextInt(6) : 0;
      }
    }
    return new MemoryRollout("toy", AGENTS, TICKS, 2)
        .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, TRIAL))
        .with("event", Dtype.U1, (tick, agent) -> events[tick][agent], AGENTS)
        .with("reward", Dtype.F4, (tick, agent) -> tick % 4 == agent ? 0.5 : 0, AGENTS);
  }

  private int counted(EventKind kind, int agent, int from, int to) {
    int count = 0;
    for (int tick = from; tick < to; tick++) {
      count += (events[tick][agent] & kind.bit()) != 0 ? 1 : 0;
    }
    return count;
  }

  @Test
  void countsAtATickHoldTheResultsOfItsActionWhateverWasAskedBefore() {
    RunningCounts counts = new RunningCounts(recording());
    Random random = new Random(5);
    for (int question = 0; question < 200; question++) {
      int tick = question == 0 ? TICKS - 1 : random.nextInt(TICKS);
      for (EventKind kind : counts.kinds().noted()) {
        for (int agent = 0; agent < AGENTS; agent++) {
          assertEquals(counted(kind, agent, 0, tick + 1), counts.at(tick).count(kind, agent));
          assertEquals(
              counted(kind, agent, tick / TRIAL * TRIAL, tick + 1),
              counts.inTrial(tick).count(kind, agent));
        }
      }
    }
    assertEquals(37.5, counts.at(TICKS - 1).reward(0));
  }

  @Test
  void anOddRewardSpoilsNoLaterTrialAndTheScoreSheetAgrees() {
    for (double odd : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 1e30, -0.1}) {
      MemoryRollout rollout =
          new MemoryRollout("toy", 2, TICKS, 5)
              .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, TRIAL))
              .with("event", Dtype.U1, (_, _) -> 0, 2)
              .with(
                  "reward",
                  Dtype.F4,
                  (tick, agent) -> tick == 3 && agent == 0 ? odd : 0.1 * (tick % 7),
                  2);
      RunningCounts counts = new RunningCounts(rollout);
      Random random = new Random(6);
      for (int question = 0; question < 200; question++) {
        int tick = random.nextInt(TICKS);
        double[] sum = new double[2];
        for (int t = tick / TRIAL * TRIAL; t <= tick; t++) {
          sum[0] += t == 3 ? (float) odd : (float) (0.1 * (t % 7));
          sum[1] += (float) (0.1 * (t % 7));
        }
        assertEquals(sum[0], counts.inTrial(tick).reward(0), odd + " at tick " + tick);
        assertEquals(sum[1], counts.inTrial(tick).reward(1), odd + " at tick " + tick);
      }
      List<Trial> trials =
          ScoreReader.read(rollout, Progress.SILENT, new Cancellation())
              .episodes()
              .getFirst()
              .trials();
      for (Trial trial : trials) {
        Counts last = counts.inTrial(trial.start() + trial.ticks() - 1);
        for (int agent = 0; agent < 2; agent++) {
          assertEquals(trial.agents().get(agent).earned(), last.reward(agent));
        }
      }
    }
  }

  @Test
  void withoutRewardsReturnsAreUnknown() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 8, 2)
            .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 4))
            .with("event", Dtype.U1, (_, _) -> 0, 1);
    RunningCounts counts = new RunningCounts(rollout);
    assertEquals(Double.NaN, counts.at(6).reward(0));
    assertEquals(Double.NaN, counts.inTrial(6).reward(0));
  }

  @Test
  void ofARecordingThatGrowsTheNewestRowIsReadAgain() {
    MemoryRollout growing =
        new MemoryRollout("toy", 1, 100, 1)
            .with("goal_reached", Dtype.BOOL, (tick, _) -> tick >= 64 ? 1 : 0, 1);
    RunningCounts counts = new RunningCounts(new UnfinishedRollout(growing));
    growing.comeTo(64);
    counts.readAll(new Cancellation());
    assertEquals(0, counts.at(63).count(EventKind.GOAL, 0));
    assertFalse(counts.at(63).exact(EventKind.GOAL, 0));

    growing.comeTo(65);
    assertEquals(1, counts.at(63).count(EventKind.GOAL, 0));
    growing.comeTo(100);
    assertEquals(1, counts.at(99).count(EventKind.GOAL, 0));
    assertEquals(0, counts.at(62).count(EventKind.GOAL, 0));
  }

  @Test
  void aTrialThatEndsWithATicksActionHasItsScoreAtThatTick() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 2, 8, 2)
            .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 4))
            .with("trial_ended", Dtype.BOOL, (tick, _) -> tick % 4 == 3 ? 1 : 0, 2)
            .with("event", Dtype.U1, (tick, agent) -> tick == 7 - 4 * agent ? 1 : 0, 2);
    RunningCounts counts = new RunningCounts(rollout);

    assertEquals(List.of(new RunningCounts.TrialScore(0, 0, false)), counts.trials(2));
    assertEquals(List.of(new RunningCounts.TrialScore(0, 0.5, true)), counts.trials(3));
    assertEquals(
        List.of(
            new RunningCounts.TrialScore(0, 0.5, true), new RunningCounts.TrialScore(1, 0.5, true)),
        counts.trials(7));
  }

  @Test
  void anAgentThatEndsBeforeTheOthersKeepsTheScoreThatItGotThere() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 3, 6, 2)
            .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 3))
            .with("event", Dtype.U1, (_, _) -> 0, 3)
            .with("removed", Dtype.BOOL, (tick, agent) -> tick % 3 > agent ? 1 : 0, 3)
            .with("trial_ended", Dtype.BOOL, (tick, agent) -> tick % 3 == agent ? 1 : 0, 3)
            .with(
                "trial_score",
                Dtype.F4,
                (tick, agent) -> tick % 3 != agent ? Double.NaN : tick < 3 && agent < 2 ? 1 : 0,
                3);

    List<Trial> trials =
        ScoreReader.read(rollout, Progress.SILENT, new Cancellation())
            .episodes()
            .getFirst()
            .trials();

    assertEquals(2 / 3.0, trials.getFirst().score(Side.EGO), 1e-12);
    assertEquals(0, trials.getLast().score(Side.EGO));
    RunningCounts counts = new RunningCounts(rollout);
    assertEquals(2 / 3.0, counts.trials(5).getFirst().score(), 1e-12);
    assertEquals(0, counts.trials(5).getLast().score());
  }

  @Test
  void whatIsNotReadYetIsCountedDown() {
    RunningCounts counts = new RunningCounts(recording());
    assertEquals(200, counts.missing(200));
    counts.readTo(150);
    assertEquals(50, counts.missing(200));
    counts.readTo(TICKS);
    assertEquals(0, counts.missing(TICKS - 1));
    assertTrue(counts.shows(EventKind.GOAL));
  }
}
