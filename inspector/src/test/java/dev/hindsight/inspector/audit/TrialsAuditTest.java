package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.trainer.env.drive.MutantDrives;
import dev.hindsight.trainer.env.drive.MutantDrives.Bug;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each way in which the reference program's trials began differently is named at the first tick
/// that shows it.
class TrialsAuditTest {
  /// First tick of trial 2 of a recording in which no agent arrives in time.
  private static final int SECOND = 30;

  @TempDir private Path folder;

  private AuditAssertions audited(Bug bug) {
    try (Rollout rollout = Rollouts.open(MutantDrives.record(folder, bug))) {
      return AuditAssertions.of("trials", rollout);
    }
  }

  @Test
  void trialsOfTheSimulatorAreTheSameToTheBit() {
    AuditAssertions auditAssertions = audited(Bug.NONE);
    auditAssertions.passes();
    assertTrue(auditAssertions.words().contains("0 of "), auditAssertions.words());
    assertTrue(
        auditAssertions.words().contains("in 0 trials an agent acts differently"),
        auditAssertions.words());
  }

  @Test
  void aGhostFlagLeftOnIsNamed() {
    AuditFinding found = audited(Bug.GHOST_FLAG).failsAt(SECOND, "ghost flag");
    assertEquals("ghost", found.dimension());
    assertEquals(0, found.agent());
  }

  @Test
  void expertsThatAreNotRewoundAreNamed() {
    AuditFinding found = audited(Bug.EXPERTS_NOT_REWOUND).failsAt(SECOND, "clock was not reset");
    assertEquals("other_pose[0].x", found.dimension());
    assertTrue(found.size() > 1, found.toString());
  }

  @Test
  void aStartFromFrameZeroIsNamed() {
    AuditFinding found = audited(Bug.FRAME_ZERO).failsAt(SECOND, "init_steps forgotten");
    assertEquals("pose.x", found.dimension());
    assertEquals(0, found.agent());
    assertEquals(3 * 0.8, found.size(), 1e-3);
  }

  @Test
  void hiddenGoalsThatStayAreNoFinding() {
    try (Rollout rollout = Rollouts.open(MutantDrives.hiddenGoals(folder))) {
      AuditAssertions.of("trials", rollout).passes();
    }
  }

  @Test
  void aHiddenGoalThatIsDrawnAgainIsNamed() {
    try (Rollout rollout = Rollouts.open(MutantDrives.goalRedrawn(folder))) {
      AuditFinding found = AuditAssertions.of("trials", rollout).failsAt(SECOND, "drawn anew");
      assertEquals("goal.x", found.dimension());
    }
  }

  @Test
  void onePlaceThatWasAlteredIsNotPutDownToTheSimulator() {
    try (Rollout rollout =
        new AlteredRollout(Rollouts.open(MutantDrives.record(folder, Bug.NONE)))
            .with("pose", (tick, i, x) -> tick / SECOND == 1 && i == 0 ? x + 2 : x)) {
      AuditFinding found =
          AuditAssertions.of("trials", rollout).failsAt(SECOND, "begins in a different place");
      assertFalse(found.cause().contains("init_steps"), found.cause());
    }
  }

  @Test
  void anAgentThatStaysWhereTheTrialBeforeEndedIsNamed() {
    Rollout rollout = Rollouts.open(MutantDrives.record(folder, Bug.NONE));
    Channel pose = rollout.channel("pose").orElseThrow();
    try (Rollout kept =
        new AlteredRollout(rollout)
            .with("pose", (tick, i, x) -> tick == SECOND && i < 3 ? pose.value(tick - 1, i) : x)) {
      AuditAssertions.of("trials", kept).failsAt(SECOND, "where the previous one ended");
    }
  }

  @Test
  void anIntegratorThatIsNotPutBackIsNamed() {
    AuditFinding found = audited(Bug.INTEGRATOR_KEPT).failsAt(SECOND, "integrator");
    assertEquals("acceleration_long", found.dimension());
    assertEquals(1, found.agent());
    assertEquals(1, found.size());
  }

  @Test
  void aContactThatIsStillNotedIsNamed() {
    AuditFinding found = audited(Bug.COLLISION_KEPT).failsAt(SECOND, "flag of the previous trial");
    assertEquals("collision", found.dimension());
    assertEquals(1, found.agent());
  }

  @Test
  void anExpertWhoseClockRunsOnIsNamedOneTickIntoTheTrial() {
    try (Rollout rollout =
        new AlteredRollout(Rollouts.open(MutantDrives.record(folder, Bug.NONE)))
            .with("other_pose", (tick, i, x) -> tick > SECOND && i == 0 ? -10000 : x)) {
      AuditFinding found =
          AuditAssertions.of("trials", rollout).failsAt(SECOND + 1, "has vanished");
      assertEquals("other_pose[0].x", found.dimension());
    }
  }

  /// Two trials of four ticks that observe a plane, and in another type the results of the previous
  /// tick, which differ where a trial begins.
  ///
  /// @param other added to the first cell at the first tick of the second trial
  private static Rollout withPlanes(int other) {
    ObservationLayout layout =
        new ObservationLayout(
            List.of(
                new Segment(
                    "lawn", 0, List.of(1, 2, 2), List.of("grass"), List.of(), NumberType.U1),
                new Segment(ObservationLayout.PREVIOUS, 4, List.of(1), List.of("trial_ended"))));
    return new MemoryRollout("toy", 1, 8, 2)
        .withTimeout(4)
        .with(layout)
        .with("trial", Dtype.I4, (t, _) -> Math.floorDiv(t, 4))
        .with("trial_tick", Dtype.I4, (t, _) -> t % 4)
        .with("pose", Dtype.F4, (t, _) -> t % 4, 1, 3)
        .with("action", Dtype.I4, (_, _) -> 0, 1)
        .with("trial_ended", Dtype.BOOL, (t, _) -> t % 4 == 3 ? 1 : 0, 1)
        .with(
            "observation/lawn",
            Dtype.U1,
            (t, i) -> t % 4 + (t == 4 && i == 0 ? other : 0),
            1,
            1,
            2,
            2)
        .with("observation/previous", Dtype.F4, (t, _) -> t == 4 ? 1 : 0, 1, 1);
  }

  @Test
  void segmentsInColumnsOfTheirOwnAreComparedAsTheObservationTheyAre() {
    AuditAssertions.of("trials", withPlanes(0)).passes();

    AuditFinding found =
        AuditAssertions.of("trials", withPlanes(3))
            .failsAt(4, "the observation at the trial's start differs");
    assertEquals("observation lawn.grass[0, 0]", found.dimension());
    assertEquals(3, found.size());
  }

  @Test
  void aNumberThatIsSeenOtherwiseIsNamedByTheLayout() {
    try (Rollout rollout =
        new AlteredRollout(Rollouts.open(MutantDrives.record(folder, Bug.NONE)))
            .with("observation", (tick, i, x) -> tick == SECOND && i == 2 ? x + 0.25 : x)) {
      AuditFinding found =
          AuditAssertions.of("trials", rollout)
              .failsAt(SECOND, "the observation at the trial's start differs");
      assertEquals("observation ego.speed", found.dimension());
      assertEquals(0.25, found.size(), 1e-6);
    }
  }

  /// Three trials of six ticks of another program, whose observation has, in one segment, a place,
  /// the action and the reward of the tick before, whether a trial ended with it, and the trial.
  private static MemoryRollout inOneSegment() {
    List<String> names = List.of("place", "last", "reward", "ended", "trial");
    return new MemoryRollout("toy", 2, 18, 3)
        .withTimeout(6)
        .with(new ObservationLayout(List.of(new Segment("self", 0, List.of(5), names))))
        .with("trial", Dtype.I4, (t, _) -> Math.floorDiv(t, 6))
        .with("trial_tick", Dtype.I4, (t, _) -> t % 6)
        .with("trial_ended", Dtype.BOOL, (t, _) -> t % 6 == 5 ? 1 : 0, 2)
        .with("action", Dtype.I4, (t, _) -> t % 6 % 2, 2)
        .with("reward", Dtype.F4, (t, _) -> t % 6 == 5 ? t : 0, 2)
        .with(
            "observation",
            Dtype.F4,
            (t, i) ->
                switch (i % 5) {
                  case 0 -> t % 6;
                  case 1 -> t > 0 ? (t - 1) % 6 % 2 : -1;
                  case 2 -> t > 0 && (t - 1) % 6 == 5 ? t - 1 : 0;
                  case 3 -> t > 0 && t % 6 == 0 ? 1 : 0;
                  default -> Math.floorDiv(t, 6) / 3.0;
                },
            2,
            5);
  }

  @Test
  void numbersThatFollowFromTheTickBeforeOrTheTrialMayDifferWhateverTheyAreCalled() {
    AuditAssertions right = AuditAssertions.of("trials", inOneSegment());
    right.passes();
    assertTrue(
        right
            .words()
            .contains(
                "and so may differ: observation self.last, observation self.reward, observation"
                    + " self.ended, observation self.trial"),
        right.words());
    AlteredRollout late =
        new AlteredRollout(inOneSegment())
            .with("observation", (t, i, x) -> t == 12 && i % 5 == 0 ? x + 1 : x);
    AuditFinding found =
        AuditAssertions.of("trials", late).failsAt(12, "the observation at the trial's start");
    assertEquals("observation self.place", found.dimension());
  }

  @Test
  void observationsThatAreNotRecordedContradictNoMark() {
    AuditAssertions.of(
            "trials",
            new AlteredRollout(
                    inOneSegment().describing("observation", ChannelSpec::withAbsentRows))
                .with("observation", (_, i, x) -> i >= 5 ? Double.NaN : x))
        .passes();
  }

  /// Whatever follows from numbers that never repeat follows by chance: to remember them all would
  /// take as much memory as the recording.
  @Test
  void ofActionsThatNeverRepeatOnlyAnEighthIsRead() {
    int ticks = 1_000;
    int[] read = {0};
    AlteredRollout counted =
        new AlteredRollout(
                new MemoryRollout("toy", 1, ticks, 2)
                    .withTimeout(ticks / 2)
                    .with(
                        new ObservationLayout(
                            List.of(new Segment("self", 0, List.of(1), List.of("place")))))
                    .with("trial", Dtype.I4, (t, _) -> Math.floorDiv(t, ticks / 2))
                    .with("trial_tick", Dtype.I4, (t, _) -> t % (ticks / 2))
                    .with("action", Dtype.F4, (t, _) -> t / 1_000.0, 1)
                    .with("observation", Dtype.F4, (t, _) -> Math.sin(t * t), 1, 1))
            .with(
                "action",
                (_, _, x) -> {
                  read[0]++;
                  return x;
                });
    assertTrue(TrialMarks.of(counted, new Cancellation()).isEmpty());
    assertTrue(read[0] > 0 && read[0] < ticks / 2, read[0] + " of " + ticks);
  }

  @Test
  void aFirstTrialThatAloneBeginsOtherwiseIsTheOneThatIsNamed() {
    AlteredRollout odd =
        new AlteredRollout(inOneSegment())
            .with("observation", (t, i, x) -> t == 0 && i == 5 ? x + 3 : x);
    AuditAssertions audited = AuditAssertions.of("trials", odd);
    AuditFinding found =
        audited.failsAt(0, "the first trial begins differently from all later ones");
    assertEquals("observation self.place", found.dimension());
    assertEquals(1, found.agent());
    assertEquals(3, found.size());
    assertEquals(1, audited.report().findings().size(), audited.words());
    assertTrue(
        audited
            .words()
            .contains("trial 1, tick 0 of it: 1 of 10 numbers of observation differ from trial 2"),
        audited.words());

    AuditAssertions.of(
            "trials",
            new AlteredRollout(inOneSegment())
                .with("observation", (t, i, x) -> t == 3 && i == 5 ? x + 3 : x))
        .failsAt(3, "the first trial diverges from all later ones");
  }

  @Test
  void ofTwoTrialsOrOfThreeThatAllDifferTheLaterOnesAreNamed() {
    for (int from : new int[] {0, 12}) {
      AlteredRollout unlike =
          new AlteredRollout(inOneSegment())
              .with("observation", (t, i, x) -> t % 6 == 0 && i == 5 ? x + (t >= from ? t : 0) : x);
      AuditAssertions.of("trials", unlike)
          .failsAt(from == 0 ? 6 : 12, "the observation at the trial's start");
    }
  }

  /// From then on, later trials agree with each other and not with the first.
  @Test
  void whatGoesWrongDuringTheSecondTrialAndStaysIsNamedThere() {
    AlteredRollout stays =
        new AlteredRollout(inOneSegment())
            .with("observation", (t, i, x) -> t >= 9 && i == 5 ? x + 3 : x);
    AuditAssertions.of("trials", stays).failsAt(9, "");
  }

  @Test
  void aFlagThatOnlyTheFirstTrialBeginsWithIsItsOwn() {
    MemoryRollout world =
        inOneSegment().with("ghost", Dtype.BOOL, (t, agent) -> t == 0 && agent == 1 ? 1 : 0, 2);
    AuditAssertions.of("trials", world).failsAt(0, "the first trial begins differently");
    MemoryRollout left =
        inOneSegment()
            .with("ghost", Dtype.BOOL, (t, agent) -> t > 0 && t % 6 == 0 && agent == 1 ? 1 : 0, 2);
    AuditAssertions.of("trials", left).failsAt(6, "ghost flag");
  }

  @Test
  void anObservationThatTellsTrialsApartMayBeWhyOutputsDiffer() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 120)) {
      AuditAssertions auditAssertions = AuditAssertions.of("trials", rollout);
      auditAssertions.passes();
      assertTrue(
          auditAssertions.words().contains("differs only in what distinguishes trials, and in the"),
          auditAssertions.words());
      assertTrue(
          auditAssertions
              .report()
              .sentence()
              .contains("only because of the observed numbers that were left out, or of a cache"),
          auditAssertions.report().sentence());
    }
  }

  /// Two trials of one agent whose observation does not tell them apart.
  @Test
  void whereEveryObservedNumberAgreesOutputsDifferOnlyByTheCache() {
    MemoryRollout same =
        new MemoryRollout("toy", 1, 6, 2)
            .withTimeout(3)
            .with("trial", Dtype.I4, (t, _) -> Math.floorDiv(t, 3))
            .with("trial_tick", Dtype.I4, (t, _) -> t % 3)
            .with("trial_ended", Dtype.BOOL, (t, _) -> t % 3 == 2 ? 1 : 0, 1)
            .with("observation", Dtype.F4, (t, _) -> t % 3, 1, 1)
            .with("action", Dtype.I4, (_, _) -> 0, 1)
            .with("logits", Dtype.F4, (t, i) -> t * i, 1, 2);
    AuditAssertions remembering = AuditAssertions.of("trials", same);
    remembering.passes();
    assertTrue(
        remembering.report().sentence().contains("differ only because of the cache"),
        remembering.report().sentence());
    assertTrue(remembering.words().contains("differs only in the cache:"), remembering.words());
  }

  @Test
  void aRecordingWithoutTrialsIsNotAsked() {
    try (Rollout rollout = Rollouts.open(MutantDrives.goalPaidAgain(folder))) {
      AuditAssertions.of("trials", rollout).cannotBeAsked();
    }
  }
}
