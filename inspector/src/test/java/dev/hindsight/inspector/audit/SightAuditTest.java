package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.audit.PlayedRecordings.Place;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.Quantity;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Wrong observations are named at their first tick.
class SightAuditTest {
  @TempDir private Path folder;

  private static AuditAssertions audited(Path file, UnaryOperator<AlteredRollout> fault) {
    try (Rollout rollout = fault.apply(new AlteredRollout(Rollouts.open(file)))) {
      return AuditAssertions.of("sight", rollout);
    }
  }

  private Path driven() throws Exception {
    return PlayedRecordings.driven(
        folder, "goal_behavior=trial", "goal_within=20", "scenario_length=60", "conditioning=all");
  }

  private Path explored() throws Exception {
    return PlayedRecordings.explored(folder, new ActionSelection.Sample(), 90);
  }

  private Path flown() throws Exception {
    return PlayedRecordings.flown(folder, "aircraft=8", "radius=12", "steps=60");
  }

  private static Segment segment(Rollout rollout, String name) {
    return rollout.manifest().observation().segments().stream()
        .filter(s -> s.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatSimulatorsShowPasses() throws Exception {
    audited(driven(), right -> right).passes();
    audited(explored(), right -> right).passes();
    audited(flown(), right -> right).passes();
  }

  @Test
  void aHiddenGoalThatIsSeenFromAfarIsNamed() throws Exception {
    Path file =
        PlayedRecordings.driven(
            folder,
            "goal_behavior=trial",
            "goal_within=20",
            "scenario_length=60",
            "goal_hidden=true",
            "goal_seen_within=8");
    audited(file, right -> right).passes();
    audited(file, right -> right.with("observation", (t, i, x) -> t == 3 && i == 0 ? 0.1f : x))
        .failsAt(3, "differs from this agent's columns in the same row");
  }

  @Test
  void twoAgentsThatSeeEachOthersObservationAreNamed() throws Exception {
    Path file = driven();
    try (Rollout original = Rollouts.open(file)) {
      Channel seen = original.channel("observation").orElseThrow();
      int size = original.manifest().observation().size();
      AuditAssertions auditAssertions =
          audited(
              file,
              right ->
                  right.with(
                      "observation",
                      (t, i, x) ->
                          t < 10 || i >= 2 * size ? x : seen.value(t, (i + size) % (2 * size))));
      assertEquals(
          0,
          auditAssertions.failsAt(10, "each time it is what another agent should observe").agent());
    }
  }

  @Test
  void whatIsRandomisedExcusesOnlyWhatItChanges() throws Exception {
    for (String randomised : new String[] {"mass:1.5", "sensor_noise:1"}) {
      Path file =
          PlayedRecordings.driven(
              folder, "goal_behavior=trial", "goal_within=20", "randomise=" + randomised);
      audited(file, right -> right).passes();
      try (Rollout original = Rollouts.open(file)) {
        Channel seen = original.channel("observation").orElseThrow();
        int size = original.manifest().observation().size();
        Segment table =
            original.manifest().observation().segments().stream()
                .filter(segment -> segment.name().equals("partners"))
                .findFirst()
                .orElseThrow();
        audited(
                file,
                right -> right.with("observation", (t, i, x) -> t == 12 ? seen.value(11, i) : x))
            .failsAt(12, "each time it is the observation of the previous tick");
        AuditAssertions partners =
            audited(
                file,
                right ->
                    right.with(
                        "observation",
                        (t, i, x) ->
                            t == 12
                                    && i % size >= table.offset()
                                    && i % size < table.offset() + table.length()
                                ? seen.value(11, i)
                                : x));
        if (randomised.startsWith("mass")) {
          partners.fails("the observation shows a body where");
        } else {
          partners.passes();
          assertTrue(partners.words().contains("sensors"), partners.words());
        }
      }
    }
  }

  @Test
  void anObservationOfTheTickBeforeIsNamed() throws Exception {
    Path file = driven();
    try (Rollout original = Rollouts.open(file)) {
      Channel seen = original.channel("observation").orElseThrow();
      audited(
              file,
              right -> right.with("observation", (t, i, x) -> t == 12 ? seen.value(t - 1, i) : x))
          .failsAt(12, "each time it is the observation of the previous tick");
    }
  }

  @Test
  void aTrialThatNoObservationCanTellIsNamed() throws Exception {
    audited(explored(), right -> right.with("trial", (t, _, x) -> t >= 10 ? 999_999 : x))
        .failsAt(10, "the observed trial is that of the previous tick");
  }

  @Test
  void aStaleTrialNumberAndAWrongPreviousTickAreNamed() throws Exception {
    Path file = explored();
    try (Rollout original = Rollouts.open(file)) {
      Channel seen = original.channel("observation").orElseThrow();
      int begins = original.trials().start(1);
      Segment trial = segment(original, "trial");
      Segment previous = segment(original, "previous");
      audited(
              file,
              right ->
                  right.with(
                      "observation",
                      (t, i, x) -> t == begins && i >= trial.offset() ? seen.value(t - 1, i) : x))
          .failsAt(begins, "the observed trial is that of the previous tick");
      int reward = previous.offset() + previous.names().indexOf("reward");
      audited(file, right -> right.with("observation", (t, i, x) -> t == 3 && i == reward ? 1 : x))
          .failsAt(3, "what is observed of the previous tick is not what happened in it");
      int move = previous.offset();
      audited(
              file,
              right ->
                  right.with(
                      "observation",
                      (t, i, x) ->
                          t == 4 && i >= move && i < move + 4
                              ? seen.value(t, move + (i - move + 1) % 4)
                              : x))
          .failsAt(4, "what is observed of the previous tick is not what happened in it");
    }
  }

  @Test
  void aPlaceThatIsNotTheAgentsIsNamed() throws Exception {
    audited(explored(), right -> right.with("pose", (t, i, x) -> t == 6 && i == 0 ? x + 1 : x))
        .failsAt(6, "differs from this agent's columns in the same row");
  }

  @Test
  void conditioningThatChangesWithinAnEpisodeIsNamedAtItsFirstTick() throws Exception {
    Path file = driven();
    try (Rollout original = Rollouts.open(file)) {
      Segment ego = segment(original, "ego");
      int size = original.manifest().observation().size();
      int at = size + ego.offset() + ego.names().indexOf("discount_weight");
      AuditFinding found =
          audited(
                  file,
                  right -> right.with("observation", (t, i, x) -> t >= 9 && i == at ? 0.9 : x))
              .failsAt(9, "it changes within an episode");
      assertEquals(1, found.agent());
      assertEquals("observation ego.discount_weight", found.dimension());
    }
  }

  @Test
  void anAgentInLimboThatIsStillSeenOrMovesIsNamed() throws Exception {
    Path file = driven();
    Place limbo = PlayedRecordings.firstOf(file, "removed", 1);
    try (Rollout original = Rollouts.open(file)) {
      int size = original.manifest().observation().size();
      Segment table = segment(original, "partners");
      Channel pose = original.channel("pose").orElseThrow();
      Channel removed = original.channel("removed").orElseThrow();
      int observer = 0;
      while (removed.value(limbo.tick(), observer) != 0) {
        observer++;
      }
      int before = limbo.tick() - 1;
      double heading = pose.value(limbo.tick(), 3 * observer + 2);
      double dx = pose.value(before, 3 * limbo.agent()) - pose.value(limbo.tick(), 3 * observer);
      double dy =
          pose.value(before, 3 * limbo.agent() + 1) - pose.value(limbo.tick(), 3 * observer + 1);
      int row = observer * size + table.offset() + (table.rows() - 1) * table.features();
      AuditFinding found =
          audited(
                  file,
                  right ->
                      right.with(
                          "observation",
                          (t, i, x) ->
                              t != limbo.tick()
                                  ? x
                                  : i == row
                                      ? 0.02 * (dx * Math.cos(heading) + dy * Math.sin(heading))
                                      : i == row + 1
                                          ? 0.02 * (dy * Math.cos(heading) - dx * Math.sin(heading))
                                          : x))
              .failsAt(
                  limbo.tick(),
                  "agent "
                      + limbo.agent()
                      + " is in limbo but still observed at its last position");
      assertEquals(observer, found.agent());
    }
    audited(
            file,
            right ->
                right.with(
                    "velocity",
                    (t, i, x) -> t == limbo.tick() && i / 2 == limbo.agent() ? x + 1 : x))
        .failsAt(limbo.tick(), "an agent in limbo has a velocity");
  }

  @Test
  void whatMembersOfATeamObserveOfThemselvesIsHeldAgainstTheirColumns() throws Exception {
    Path file = PlayedRecordings.spread(folder);
    audited(file, right -> right).passes();
    try (Rollout original = Rollouts.open(file)) {
      int size = original.manifest().observation().size();
      Channel seen = original.channel("observation").orElseThrow();
      audited(
              file,
              right ->
                  right.with(
                      "observation",
                      (t, i, x) ->
                          t == 7 && i < 2 * size ? seen.value(t, (i + size) % (2 * size)) : x))
          .failsAt(7, "each time it is what another agent should observe");
    }
  }

  /// An agent's speed and the place of another agent.
  private static ObservationLayout speedAndPartner() {
    Segment self =
        new Segment("ego", 0, List.of(1), List.of("speed"), List.of(Quantity.measured("m/s", 100)));
    Segment partners =
        new Segment(
            "partners",
            1,
            List.of(1, 2),
            List.of("rel_x", "rel_y"),
            List.of(Quantity.measured("m ahead", 1), Quantity.measured("m left", 1)));
    return new ObservationLayout(List.of(self, partners));
  }

  /// Agent 0 observes its speed and the place of agent 1, whose observations are not recorded; of
  /// agent 2 nothing is.
  @Test
  void whatIsNotRecordedIsLeftOut() {
    MemoryRollout partly =
        new MemoryRollout("martian", 3, 20, 3)
            .with(speedAndPartner())
            .with("pose", Dtype.F4, (_, i) -> i / 3 == 2 ? Double.NaN : i == 3 ? 5 : 0, 3, 3)
            .with("velocity", Dtype.F4, (_, i) -> i / 2 == 2 ? Double.NaN : 1 - i % 2, 3, 2)
            .with(
                "observation",
                Dtype.F4,
                (_, i) -> i >= 3 ? Double.NaN : i == 0 ? 0.01 : i == 1 ? 5 : 0,
                3,
                3)
            .describing("observation", ChannelSpec::withAbsentRows);
    AuditAssertions audited = AuditAssertions.of("sight", partly);
    audited.passes();
    assertTrue(audited.words().contains("40 observations"), audited.words());
  }

  /// Two agents that observe their speed and each other's place.
  private static MemoryRollout facing() {
    return new MemoryRollout("martian", 2, 20, 3)
        .with(speedAndPartner())
        .with(
            "observation",
            Dtype.F4,
            (_, i) -> i % 3 == 0 ? 0.01 : i == 1 ? 5 : i == 4 ? -5 : 0,
            2,
            3)
        .with("pose", Dtype.F4, (_, i) -> i == 3 ? 5 : 0, 2, 3)
        .with("velocity", Dtype.F4, (_, i) -> 1 - i % 2, 2, 2);
  }

  @Test
  void whatAgentsObserveOfUnknownPlacesIsNotCountedAsCompared() {
    AuditAssertions known = AuditAssertions.of("sight", facing());
    known.passes();
    assertTrue(known.words().contains("40 own states"), known.words());
    assertTrue(known.words().contains("40 body rows"), known.words());

    AuditAssertions unknown =
        AuditAssertions.of(
            "sight",
            new AlteredRollout(facing())
                .with("pose", (_, _, _) -> Double.NaN)
                .with("velocity", (_, _, _) -> Double.NaN));
    unknown.hasNothingToCheck();
    assertTrue(unknown.words().contains("40 own states"), unknown.words());
    assertTrue(unknown.words().contains("40 body rows"), unknown.words());
  }

  /// Whatever an agent sees fits one of which nothing is known.
  @Test
  void anAgentWithoutColumnsExplainsNoObservation() throws Exception {
    Path file = PlayedRecordings.spread(folder);
    AuditFinding found =
        audited(
                file,
                right ->
                    right
                        .with("observation", (t, i, x) -> t == 7 && i == 0 ? x + 1 : x)
                        .with("pose", (_, i, x) -> i / 3 == 1 ? Double.NaN : x)
                        .with("velocity", (_, i, x) -> i / 2 == 1 ? Double.NaN : x))
            .failsAt(7, "differs from this agent's columns in the same row");
    assertFalse(found.cause().contains("each time"), found.cause());
  }

  @Test
  void anAircraftThatHasLeftAndIsSeenOrOnTheRadarIsNamed() throws Exception {
    Path file = flown();
    Place gone = PlayedRecordings.firstOf(file, "removed", 1);
    try (Rollout original = Rollouts.open(file)) {
      int size = original.manifest().observation().size();
      Channel removed = original.channel("removed").orElseThrow();
      Segment table = segment(original, "neighbours");
      int observer = removed.value(gone.tick(), 0) == 0 ? 0 : 1;
      int slot = observer * size + table.offset();
      audited(
              file,
              right ->
                  right.with(
                      "observation", (t, i, x) -> t == gone.tick() && i == slot ? gone.agent() : x))
          .failsAt(gone.tick(), "agent " + gone.agent() + " is in limbo but still observed");
      audited(
              file,
              right ->
                  right.with(
                      "conflict_pairs", (t, i, x) -> t == gone.tick() && i == 1 ? gone.agent() : x))
          .failsAt(gone.tick(), "listed in a conflict pair");
    }
  }
}
