package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Trials that end at the wrong time, or not for all agents, are named at the tick where they end.
class EndsAuditTest {
  private static final int LENGTH = 40;

  @TempDir private Path folder;

  /// Trials of 40 ticks in which not all agents arrive.
  private AuditAssertions timedOut(int trials, UnaryOperator<AlteredRollout> fault)
      throws Exception {
    return audited(
        PlayedRecordings.crashed(
            folder, "goal_behavior=trial", "k_scenarios=" + trials, "scenario_length=" + LENGTH),
        fault);
  }

  private static AuditAssertions audited(Path file, UnaryOperator<AlteredRollout> fault) {
    try (Rollout rollout = fault.apply(new AlteredRollout(Rollouts.open(file)))) {
      return AuditAssertions.of("ends", rollout);
    }
  }

  @Test
  void endsOfEveryKindPass() throws Exception {
    timedOut(2, right -> right).passes();
    timedOut(1, right -> right).passes();
    audited(
            PlayedRecordings.driven(folder, "goal_behavior=trial", "goal_within=20"),
            right -> right)
        .passes();
    audited(
            PlayedRecordings.driven(folder, "goal_behavior=respawn", "goal_within=20"),
            right -> right)
        .passes();
    audited(PlayedRecordings.flown(folder, "aircraft=8", "radius=12", "steps=60"), right -> right)
        .passes();
    for (String then : new String[] {"next_trial", "limbo"}) {
      audited(
              PlayedRecordings.explored(
                  folder, new ActionSelection.Sample(), 90, "after_goal=" + then),
              right -> right)
          .passes();
    }
  }

  @Test
  void aTrialThatOutlivesItsTimeIsNamed() throws Exception {
    timedOut(2, right -> right.with(PlayedRecordings.timeout(LENGTH - 5)))
        .failsAt(LENGTH - 6, "the trial's time of 35 ticks is up but it goes on");
  }

  @Test
  void aTrialThatEndsBeforeItsTimeIsNamed() throws Exception {
    timedOut(2, right -> right.with(PlayedRecordings.timeout(LENGTH + 5)))
        .failsAt(LENGTH - 1, "although this agent is still on its way");
  }

  @Test
  void aTrialThatGoesOnWithoutItsEgosIsNamed() throws Exception {
    timedOut(2, right -> right.with("removed", (t, _, x) -> t >= 20 && t < LENGTH ? 1 : x))
        .failsAt(19, "every ego is off the map after this action, but the trial goes on");
  }

  @Test
  void aRoomThatGoesOnAtItsGoalAndOneThatEndsWithoutItAreNamed() throws Exception {
    Path file = PlayedRecordings.explored(folder, new ActionSelection.Sample(), 90);
    int goal = PlayedRecordings.firstOf(file, "event", 1).tick();
    audited(file, right -> right.with("trial_ended", (t, _, x) -> t == goal ? 0 : x))
        .failsAt(goal, "the goal is reached, but the trial goes on");
    audited(file, right -> right.with("event", (t, _, x) -> t == goal ? 0 : x))
        .failsAt(goal, "no goal is reached");
  }

  @Test
  void aDroppedEndOfAllIsNamedWhereAnEpisodeIsOneTrial() throws Exception {
    AuditFinding found =
        timedOut(1, right -> right.with("terminal", (t, i, x) -> t == LENGTH - 1 && i == 2 ? 0 : x))
            .failsAt(LENGTH - 1, "(__all__) was dropped");
    assertEquals(2, found.agent());
    timedOut(1, right -> right.with("terminal", (_, _, _) -> 0))
        .failsAt(LENGTH - 1, "no agent has a terminal");
  }

  @Test
  void aStrayTerminalOrTruncationIsNamed() throws Exception {
    AuditFinding found =
        timedOut(1, right -> right.with("terminal", (t, i, x) -> t == 7 && i == 1 ? 1 : x))
            .failsAt(7, "a terminal although no trial ends");
    assertEquals(1, found.agent());
    timedOut(1, right -> right.with("truncation", (t, i, x) -> t == 8 && i == 1 ? 1 : x))
        .failsAt(8, "a truncation although no trial ends");
  }

  @Test
  void aTimeLimitBeforeTheTimeIsUpIsNamed() throws Exception {
    AuditFinding found =
        timedOut(1, right -> right.with("end", (t, i, x) -> t == 7 && i == 1 ? 3 : x))
            .failsAt(7, "ends at a time limit although its time is not up");
    assertEquals(1, found.agent());
  }

  @Test
  void anEndThatIsNotForAllIsNamed() throws Exception {
    timedOut(1, right -> right.with("trial_ended", (t, i, x) -> t == LENGTH - 1 && i == 0 ? 0 : x))
        .failsAt(LENGTH - 1, "for other agents but not for this one");
  }

  @Test
  void aClockThatRunsOnOrJumpsIsNamed() throws Exception {
    timedOut(1, right -> right.with("trial_tick", (t, _, x) -> t >= LENGTH ? x + LENGTH : x))
        .failsAt(LENGTH, "clock does not restart");
    timedOut(1, right -> right.with("trial_tick", (t, _, x) -> t == 5 ? 7 : x))
        .failsAt(5, "clock jumps");
  }
}
