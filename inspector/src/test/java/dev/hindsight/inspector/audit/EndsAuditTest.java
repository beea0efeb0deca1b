package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
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

  /// Two agents of Gymnasium in episodes of four ticks: the second agent fails after two ticks, the
  /// first one is stopped by its environment.
  private static MemoryRollout oneByOne() {
    return new MemoryRollout("gym", 2, 10, 1)
        .withTimeout(1000)
        .with("trial", Dtype.I4, (_, _) -> 0)
        .with("trial_tick", Dtype.I4, (t, _) -> t % 4)
        .with("trial_ended", Dtype.BOOL, (_, _) -> 0, 2)
        .with("event", Dtype.U1, (_, _) -> 0, 2)
        .with("removed", Dtype.BOOL, (t, i) -> i == 1 && t % 4 > 1 ? 1 : 0, 2)
        .with("terminal", Dtype.BOOL, (t, i) -> i == 1 && t % 4 == 1 ? 1 : 0, 2)
        .with("truncation", Dtype.BOOL, (t, _) -> t % 4 == 3 ? 1 : 0, 2)
        .with("end", Dtype.U1, (t, i) -> i == 1 ? t % 4 == 1 ? 2 : 0 : t % 4 == 3 ? 3 : 0, 2);
  }

  @Test
  void agentsOfAnotherProgramsEnvironmentMayEndOneByOne() {
    AuditAssertions right = AuditAssertions.of("ends", oneByOne());
    right.passes();
    assertEquals(
        "2 ends of trials agree with the clock and the flags of all agents.",
        right.report().sentence());
    AuditAssertions.of("ends", oneByOne().with("removed", Dtype.BOOL, (_, _) -> 0, 2))
        .failsAt(1, "an episode ends and the agent continues in it");
    AuditAssertions.of("ends", oneByOne().with("trial_tick", Dtype.I4, (t, _) -> t))
        .failsAt(4, "the trial's clock does not restart");
    AuditAssertions.of("ends", oneByOne().with("trial_tick", Dtype.I4, (t, _) -> t % 2))
        .failsAt(2, "the trial's clock jumps");
    AuditAssertions.of(
            "ends", oneByOne().with("trial_ended", Dtype.BOOL, (t, _) -> t == 2 ? 1 : 0, 2))
        .failsAt(2, "with neither a truncation nor a terminal");
  }

  @Test
  void whereNoTrialEndsTheVerdictSaysSo() throws Exception {
    AuditAssertions.of(
            "ends",
            new MemoryRollout("toy", 1, 5, 1)
                .with("trial", Dtype.I4, (_, _) -> 0)
                .with("trial_tick", Dtype.I4, (t, _) -> t)
                .with("trial_ended", Dtype.BOOL, (_, _) -> 0, 1))
        .hasNothingToCheck();
    AuditAssertions known =
        audited(PlayedRecordings.explored(folder, new ActionSelection.Sample(), 3), right -> right);
    known.passes();
    assertEquals("No trial ends, and none should have ended.", known.report().sentence());
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
  void anEndThatContradictsTheResultOfItsTrialIsNamed() throws Exception {
    Path file =
        PlayedRecordings.explored(folder, new ActionSelection.Sample(), 90, "after_goal=limbo");
    int done = PlayedRecordings.firstOf(file, "end", 1).tick();
    for (int failed : new int[] {2, 4}) {
      audited(file, right -> right.with("end", (t, _, x) -> t == done ? failed : x))
          .failsAt(done, "the trial scores 1, but its end is not recorded as 'task done'");
      // An edit may bring back whoever has scored.
      audited(
              file,
              right ->
                  right
                      .with("end", (t, _, x) -> t == done ? failed : x)
                      .with(
                          PlayedRecordings.edited(new Edit.Presence(0, 0, Edit.Presence.Way.BACK))))
          .passes();
    }
    audited(
            file,
            right ->
                right
                    .with("end", (t, _, x) -> t == done ? 3 : x)
                    .with("terminal", (t, _, x) -> t == done ? 0 : x))
        .failsAt(done, "although a trial's time is part of the task");
  }

  @Test
  void aTimeLimitThatIsRecordedAsATrueEndIsNamedByWhatItLeaves() throws Exception {
    Path file = PlayedRecordings.spread(folder);
    audited(file, right -> right).passes();
    int limit = PlayedRecordings.firstOf(file, "end", 3).tick();
    UnaryOperator<AlteredRollout> terminated =
        right ->
            right
                .with("end", (t, _, x) -> t == limit ? 5 : x)
                .with("terminal", (t, _, x) -> t == limit ? 1 : x);
    audited(file, terminated).failsAt(limit, "the value of a final observation");
    audited(
            file,
            right ->
                terminated
                    .apply(right)
                    .with("final_value", (t, _, x) -> t == limit ? Double.NaN : x))
        .failsAt(limit, "a final observation, which only a time limit leaves");
    AuditFinding found =
        audited(
                file,
                right ->
                    right.with("final_value", (t, i, x) -> t == limit && i == 1 ? Double.NaN : x))
            .failsAt(limit, "a time limit without the value of the final observation");
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
