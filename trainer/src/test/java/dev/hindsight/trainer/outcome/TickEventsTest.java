package dev.hindsight.trainer.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TickEventsTest {
  /// `GOAL 1` for a goal of agent 1, `GOAL 1?` if it is unknown.
  private static List<String> at(Rollout rollout, int tick) {
    int[] row = new int[rollout.manifest().agents()];
    TickEvents events = new TickEvents(rollout);
    events.read(tick, row);
    List<String> words = new ArrayList<>();
    for (EventKind kind : events.kinds().all()) {
      for (int agent = 0; agent < row.length; agent++) {
        if (TickEvents.happened(row[agent], kind)) {
          words.add(kind + " " + agent);
        }
        if (TickEvents.isUnknown(row[agent], kind)) {
          words.add(kind + " " + agent + "?");
        }
      }
    }
    return words;
  }

  /// One agent, two trials of five ticks, the second cut short at 9 of `limit` ticks.
  private static MemoryRollout trials(int limit) {
    return new MemoryRollout("toy", 1, 9, 2)
        .withTimeout(limit)
        .with("trial", Dtype.I4, (tick, _) -> tick < 5 ? 0 : 1)
        .with("trial_ended", Dtype.BOOL, (tick, _) -> tick == 4 || tick == 8 ? 1 : 0, 1)
        .with("removed", Dtype.BOOL, (_, _) -> 0, 1);
  }

  @Test
  void whatTheEnvironmentNotedIsAtTheTickWhoseActionCausedIt() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 2, 6, 1)
            .with("event", Dtype.U1, (tick, agent) -> tick == 5 && agent == 1 ? 1 + 2 : 0, 2)
            .with("reward", Dtype.F4, (_, _) -> 1, 2);

    assertEquals(List.of("GOAL 1", "COLLISION 1"), at(rollout, 5));
    assertEquals(List.of(), at(rollout, 4));
    assertTrue(new TickEvents(rollout).recorded());
  }

  @Test
  void withoutEventsAContactBelongsToTheTickBeforeItsState() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 9, 1)
            .with("collision", Dtype.I1, (tick, _) -> tick == 3 ? 1 : tick == 4 ? 2 : 0, 1);

    assertEquals(List.of("COLLISION 0"), at(rollout, 2));
    assertEquals(List.of("OFFROAD 0"), at(rollout, 3));
    assertEquals(List.of(), at(rollout, 4));
  }

  @Test
  void rewardsTellOfNoGoalWhateverTheirSize() {
    MemoryRollout paid = trials(5).with("reward", Dtype.F4, (_, _) -> 1, 1);
    for (int tick = 0; tick < 8; tick++) {
      assertFalse(at(paid, tick).contains("GOAL 0"), "tick " + tick);
    }

    MemoryRollout penalised =
        new MemoryRollout("toy", 1, 5, 1)
            .with("reward", Dtype.F4, (tick, _) -> tick == 2 ? -0.5 : 0, 1)
            .with("goal_reached", Dtype.BOOL, (tick, _) -> tick >= 3 ? 1 : 0, 1);
    assertEquals(List.of("GOAL 0"), at(penalised, 2));
  }

  @Test
  void whoIsOutWhenATrialEndsBeforeItsTimeHasArrived() {
    assertEquals(List.of("GOAL 0"), at(trials(6), 4));
    assertEquals(List.of("GOAL 0"), at(trials(6), 8));
  }

  @Test
  void atTheTimeLimitTheLastActionIsUntold() {
    assertEquals(List.of("GOAL 0?"), at(trials(5), 4));
  }

  @Test
  void aScoreOfTheTrialTellsOfTheLastAction() {
    MemoryRollout scored =
        trials(5)
            .with(
                "trial_score",
                Dtype.F4,
                (tick, _) -> tick == 4 ? 1 : tick == 8 ? 0 : Double.NaN,
                1);

    assertEquals(List.of("GOAL 0"), at(scored, 4));
    assertEquals(List.of("GOAL 0?"), at(scored, 8));
  }

  @Test
  void whatGoalsPaidWithinTrialsTellsOfTheLastActionAndOnlyIfNothingElsePaidAsMuch() {
    MemoryRollout paying =
        new MemoryRollout("toy", 2, 10, 2)
            .withTimeout(5)
            .with("trial", Dtype.I4, (tick, _) -> tick < 5 ? 0 : 1)
            .with("trial_ended", Dtype.BOOL, (tick, _) -> tick % 5 == 4 ? 1 : 0, 2)
            .with("removed", Dtype.BOOL, (t, a) -> a == 0 && t >= 2 && t < 5 ? 1 : 0, 2)
            .with(
                "reward",
                Dtype.F4,
                (t, a) -> (a == 0 && t == 1) || (a == 1 && t == 4) ? 0.005 : 0.001,
                2);
    assertEquals(List.of("GOAL 1"), at(paying, 4));
    assertEquals(List.of(), at(paying, 9));

    MemoryRollout generous = paying.with("reward", Dtype.F4, (_, _) -> 1, 2);
    assertEquals(List.of("GOAL 1?"), at(generous, 4));
  }

  @Test
  void anAgentThatLeavesWhenItsEpisodeEndsHasReachedNothing() {
    MemoryRollout left =
        new MemoryRollout("toy", 2, 4, 1)
            .with("removed", Dtype.BOOL, (tick, agent) -> agent == 0 && tick >= 2 ? 1 : 0, 2);
    assertEquals(List.of("GOAL 0", "LIMBO 0"), at(left, 1));

    MemoryRollout ended =
        left.with("terminal", Dtype.BOOL, (tick, agent) -> tick == 1 && agent == 0 ? 1 : 0, 2)
            .with("end", Dtype.U1, (tick, agent) -> tick == 1 && agent == 0 ? 5 : 0, 2);
    assertEquals(List.of("LIMBO 0", "TERMINAL 0"), at(ended, 1));
    assertFalse(new TickEvents(ended).tellsGoals());
    ScoreSheet sheet = ScoreReader.read(ended, Progress.SILENT, new Cancellation());
    for (AgentTrial agent : sheet.episodes().getFirst().trials().getFirst().agents()) {
      assertTrue(Double.isNaN(agent.score()), agent.toString());
    }
  }

  /// Agent 0 leaves with its task done at tick 1, agent 1 fails at tick 3.
  private static MemoryRollout outside() {
    return new MemoryRollout("toy", 2, 4, 1)
        .with("removed", Dtype.BOOL, (tick, agent) -> agent == 0 && tick >= 2 ? 1 : 0, 2)
        .with("terminal", Dtype.BOOL, (tick, agent) -> tick == 1 + 2 * agent ? 1 : 0, 2)
        .with("end", Dtype.U1, (tick, agent) -> tick == 1 + 2 * agent ? 1 + agent : 0, 2);
  }

  @Test
  void anAgentWhoseEpisodeEndedWithItsTaskDoneReachedAGoalThen() {
    MemoryRollout rollout = outside();

    assertEquals(List.of("GOAL 0", "LIMBO 0", "TERMINAL 0"), at(rollout, 1));
    assertEquals(List.of("TERMINAL 1"), at(rollout, 3));
    List<AgentTrial> agents =
        ScoreReader.read(rollout, Progress.SILENT, new Cancellation())
            .episodes()
            .getFirst()
            .trials()
            .getFirst()
            .agents();
    assertEquals(List.of(1.0, 0.0), agents.stream().map(AgentTrial::score).toList());
  }

  @Test
  void aTaskDoneByTheLastActionOfATrialIsAGoalAndOneThatGoesOnIsUntold() {
    MemoryRollout rollout =
        trials(5)
            .with("terminal", Dtype.BOOL, (tick, _) -> tick == 8 ? 1 : 0, 1)
            .with("end", Dtype.U1, (tick, _) -> tick == 8 ? 1 : 0, 1);

    assertEquals(List.of("GOAL 0?"), at(rollout, 4));
    assertEquals(List.of("GOAL 0", "TERMINAL 0"), at(rollout, 8));
  }

  @Test
  void aRecordingThatGrowsTellsGoalsFromTheFirstTaskDoneOn() {
    MemoryRollout rollout = outside();
    rollout.comeTo(1);
    TickEvents events = new TickEvents(rollout);
    assertFalse(events.tellsGoals());

    rollout.comeTo(2);

    assertTrue(events.tellsGoals());
  }

  @Test
  void aContactThatTakesAnAgentOffTheMapIsNoGoal() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 4, 1)
            .with("collision", Dtype.I1, (tick, _) -> tick == 2 ? 1 : 0, 1)
            .with("removed", Dtype.BOOL, (tick, _) -> tick >= 2 ? 1 : 0, 1);

    assertEquals(List.of("COLLISION 0", "LIMBO 0"), at(rollout, 1));
  }

  @Test
  void aGoalThatJumpsWasReachedAndOneThatDriftsWasNot() {
    MemoryRollout jumping =
        new MemoryRollout("toy", 1, 9, 1)
            .with("goal_reached", Dtype.BOOL, (_, _) -> 0, 1)
            .with("goal", Dtype.F4, (tick, _) -> tick < 5 ? 1 : 2, 1, 2);
    MemoryRollout drifting =
        new MemoryRollout("toy", 1, 9, 1)
            .with("goal_reached", Dtype.BOOL, (_, _) -> 0, 1)
            .with("goal", Dtype.F4, (tick, _) -> tick, 1, 2);

    assertEquals(List.of("GOAL 0"), at(jumping, 4));
    for (int tick = 0; tick < 8; tick++) {
      assertEquals(List.of(), at(drifting, tick));
    }
  }

  @Test
  void limboBeginsWithTheActionThatLedToIt() {
    MemoryRollout rollout =
        trials(20)
            .with("event", Dtype.U1, (_, _) -> 0, 1)
            .with("removed", Dtype.BOOL, (tick, _) -> tick == 3 || tick == 4 ? 1 : 0, 1);

    assertEquals(List.of("LIMBO 0"), at(rollout, 2));
    assertEquals(List.of(), at(rollout, 3));
  }

  @Test
  void aTerminalThatStaysIsOneEvent() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 1, 5, 1)
            .with("terminal", Dtype.BOOL, (tick, _) -> tick >= 3 ? 1 : 0, 1);

    assertEquals(List.of("TERMINAL 0"), at(rollout, 3));
    assertEquals(List.of(), at(rollout, 4));
  }

  @Test
  void aColumnOfAnotherShapeTellsNothing() {
    MemoryRollout odd =
        new MemoryRollout("toy", 3, 5, 1)
            .with("collision", Dtype.I8, (_, _) -> 1, 2)
            .with("event", Dtype.U1, (_, _) -> 1, 4);

    assertEquals(List.of(), at(odd, 1));
    assertFalse(new TickEvents(odd).isRecorded(EventKind.COLLISION));
    assertFalse(new TickEvents(odd).isRecorded(EventKind.GOAL));
  }
}
