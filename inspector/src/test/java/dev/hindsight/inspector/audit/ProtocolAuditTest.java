package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.trainer.env.GroupManifest;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.courier.CourierEnvironmentType;
import dev.hindsight.trainer.env.drive.MutantDrives;
import dev.hindsight.trainer.env.drive.MutantDrives.Bug;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Contradictory flags are named at their first tick.
class ProtocolAuditTest {
  private static final int SECOND = 30;

  @TempDir private Path folder;

  private AuditAssertions audited(Bug bug) {
    try (Rollout rollout = Rollouts.open(MutantDrives.record(folder, bug))) {
      return AuditAssertions.of("protocol", rollout);
    }
  }

  private AuditAssertions doctored(UnaryOperator<AlteredRollout> edit) {
    try (Rollout rollout =
        edit.apply(new AlteredRollout(Rollouts.open(MutantDrives.record(folder, Bug.NONE))))) {
      return AuditAssertions.of("protocol", rollout);
    }
  }

  /// A dark room in which an agent that arrives waits for the others in limbo.
  private AuditAssertions room(UnaryOperator<AlteredRollout> edit) {
    try (Rollout rollout =
        edit.apply(new AlteredRollout(DarkRoomRecordings.withLimbo(folder, 120)))) {
      return AuditAssertions.of("protocol", rollout);
    }
  }

  /// The first tick of limbo in that room, or the first after one.
  private int limbo(boolean over) {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 120)) {
      var removed = rollout.channel("removed").orElseThrow();
      int tick = 0;
      while (removed.value(tick, 0) == 0 || (over && removed.value(tick + 1, 0) != 0)) {
        tick++;
      }
      return over ? tick + 1 : tick;
    }
  }

  @Test
  void recordingsOfBothEnvironmentsKeepTheProtocol() {
    audited(Bug.NONE).passes();
    room(right -> right).passes();
  }

  @Test
  void trialsInWhichNobodyIsSeenAreNamed() {
    AuditAssertions auditAssertions = audited(Bug.GHOST_FLAG);
    assertEquals("ghost", auditAssertions.failsAt(SECOND, "ghost flag").dimension());
    assertEquals(
        "observation partners",
        auditAssertions.failsAt(SECOND, "invisible in trials 2 to K").dimension());
  }

  @Test
  void aNumberThatIsNoneDoesNotHideThatNobodyIsSeen() {
    try (Rollout ghosts = Rollouts.open(MutantDrives.record(folder, Bug.GHOST_FLAG))) {
      int first = partners(ghosts).offset();
      AlteredRollout one =
          new AlteredRollout(ghosts)
              .with("observation", (t, i, x) -> t == SECOND && i == first ? Double.NaN : x);
      assertEquals(
          "observation partners",
          AuditAssertions.of("protocol", one)
              .failsAt(SECOND, "invisible in trials 2 to K")
              .dimension());
    }
  }

  @Test
  void nobodyIsCalledInvisibleWhereNothingThatAgentsSeeIsANumber() {
    try (Rollout right = Rollouts.open(MutantDrives.record(folder, Bug.NONE))) {
      Segment table = partners(right);
      int size = right.manifest().observation().size();
      AlteredRollout numberless =
          new AlteredRollout(right)
              .with(
                  "observation",
                  (t, i, x) ->
                      t == SECOND
                              && i % size >= table.offset()
                              && i % size < table.offset() + table.length()
                          ? Double.NaN
                          : x);
      AuditAssertions.of("protocol", numberless).passes();
    }
  }

  private static Segment partners(Rollout rollout) {
    return rollout.manifest().observation().segments().stream()
        .filter(segment -> segment.name().equals("partners"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whoIsStillInLimboWhenATrialBeginsIsNamed() {
    doctored(right -> right.with("removed", (tick, i, x) -> tick == SECOND && i == 2 ? 1 : x))
        .failsAt(SECOND, "still in limbo when the next trial begins");
  }

  @Test
  void aTerminalBeforeTheLastTrialIsNamed() {
    AuditFinding found =
        doctored(right -> right.with("terminal", (tick, i, x) -> tick == SECOND - 1 ? 1 : x))
            .failsAt(SECOND - 1, "terminal before the last trial");
    assertEquals(0, found.agent());
  }

  @Test
  void terminalsThatAreNeverSetAreNamed() {
    AuditAssertions auditAssertions = doctored(right -> right.with("terminal", (_, _, _) -> 0));
    auditAssertions.failsAt(89, "the last trial ends without a terminal");
    auditAssertions.failsAt(89, "without a terminal");
  }

  /// Two agents of another program. The first one's episode ends at tick 2, and it waits in limbo
  /// until both episodes end at tick 6, as the environment says of both; the next ones begin then.
  private static MemoryRollout oneByOne() {
    return new MemoryRollout("toy", 2, 10, 1)
        .with("trial", Dtype.I4, (_, _) -> 0)
        .with("trial_tick", Dtype.I4, (t, _) -> t < 7 ? t : t - 7)
        .with("removed", Dtype.BOOL, (t, agent) -> agent == 0 && t > 2 && t < 7 ? 1 : 0, 2)
        .with("trial_ended", Dtype.BOOL, (t, _) -> t == 6 ? 1 : 0, 2)
        .with("terminal", Dtype.BOOL, (t, agent) -> t == 6 || (t == 2 && agent == 0) ? 1 : 0, 2);
  }

  @Test
  void anEpisodeThatEndsAgainForAnAgentThatWaitsInLimboIsNamed() {
    AuditAssertions.of("protocol", oneByOne()).passes();
    for (int again : new int[] {3, 5}) {
      AuditFinding found =
          AuditAssertions.of(
                  "protocol",
                  new AlteredRollout(oneByOne())
                      .with("terminal", (t, agent, x) -> t == again && agent == 0 ? 1 : x))
              .failsAt(again, "in limbo since its episode ended");
      assertEquals(0, found.agent());
      assertEquals("terminal", found.dimension());
    }
  }

  @Test
  void flagsThatStaySetBehindTheEndAreNamedAtTheSecond() {
    MemoryRollout padded =
        new MemoryRollout("toy", 2, 6, 1)
            .with("removed", Dtype.BOOL, (t, agent) -> agent == 0 && t > 1 ? 1 : 0, 2)
            .with("terminal", Dtype.BOOL, (t, agent) -> agent == 0 && t > 0 ? 1 : 0, 2);
    AuditAssertions.of("protocol", padded).failsAt(2, "in limbo since its episode ended");
    MemoryRollout alone =
        new MemoryRollout("toy", 1, 6, 1)
            .with("trial", Dtype.I4, (_, _) -> 0)
            .with("trial_tick", Dtype.I4, (t, _) -> t)
            .with("removed", Dtype.BOOL, (t, _) -> t > 2 ? 1 : 0, 1)
            .with("terminal", Dtype.BOOL, (t, _) -> t > 1 ? 1 : 0, 1);
    AuditAssertions.of("protocol", alone).failsAt(3, "in limbo since its episode ended");
  }

  @Test
  void withoutAClockTheNextEpisodeMayBeginOnceAllHaveEnded() {
    MemoryRollout two =
        new MemoryRollout("toy", 2, 6, 1)
            .with("removed", Dtype.BOOL, (t, agent) -> agent == 0 && t > 0 ? 1 : 0, 2)
            .with("terminal", Dtype.BOOL, (t, agent) -> t == 2 * agent || t == 4 ? 1 : 0, 2);
    AuditAssertions.of("protocol", two).passes();
  }

  @Test
  void endsThatContradictTheFlagsAreNamed() {
    doctored(right -> right.with("end", (tick, _, x) -> tick == 89 ? 3 : x))
        .failsAt(89, "ends at its time limit");
    doctored(right -> right.with("end", (tick, _, x) -> tick == SECOND ? 1 : x))
        .failsAt(SECOND, "ends for good without a terminal");
    doctored(right -> right.with("end", (tick, _, x) -> tick == SECOND ? 3 : x))
        .failsAt(SECOND, "a time limit without a truncation");
    doctored(right -> right.with("end", (tick, _, x) -> tick == SECOND ? 77 : x))
        .failsAt(SECOND, "unknown reason");
  }

  @Test
  void aTrialThatEndsWithoutATruncationIsNamed() {
    doctored(right -> right.with("truncation", (_, _, _) -> 0))
        .failsAt(SECOND - 1, "without a truncation");
  }

  @Test
  void aTrialCounterThatStaysIsNamed() {
    doctored(right -> right.with("trial", (_, _, _) -> 0))
        .failsAt(SECOND, "the trial counter stays at 1 of 3");
  }

  @Test
  void aTrialThatEndsForOneAgentAloneIsNamed() {
    AuditFinding found =
        doctored(right ->
                right.with("trial_ended", (tick, i, x) -> tick == SECOND - 1 && i == 1 ? 0 : x))
            .failsAt(SECOND - 1, "not for this agent");
    assertEquals(1, found.agent());
  }

  @Test
  void anAgentThatReappearsIsNamed() {
    int tick = limbo(false);
    room(right -> right.with("removed", (t, _, x) -> t == tick + 1 ? 0 : x))
        .failsAt(tick + 1, "reappears");
  }

  @Test
  void anAgentThatDisappearsWithoutAGoalIsNamed() {
    int tick = limbo(false);
    room(right -> right.with("event", (t, _, x) -> t == tick - 1 ? 0 : x))
        .failsAt(tick, "without having reached a goal");
  }

  @Test
  void whoIsRunIntoAndRemovedTogetherWithTheOtherIsNoAttrition() throws Exception {
    Path file =
        PlayedRecordings.crashed(
            folder, "goal_behavior=trial", "scenario_length=60", "collision_behavior=remove");
    int silent = 0;
    try (Rollout rollout = Rollouts.open(file)) {
      var removed = rollout.channel("removed").orElseThrow();
      var event = rollout.channel("event").orElseThrow();
      for (int tick = 1; tick < 60; tick++) {
        for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
          boolean rises = removed.value(tick, agent) != 0 && removed.value(tick - 1, agent) == 0;
          silent += rises && event.value(tick - 1, agent) == 0 ? 1 : 0;
        }
      }
      AuditAssertions.of("protocol", rollout).passes();
    }
    assertTrue(silent > 0, "nobody was run into");
    try (Rollout rollout =
        new AlteredRollout(Rollouts.open(file))
            .with("event", (_, _, x) -> ((int) x & 2) != 0 ? x - 2 : x)) {
      AuditAssertions.of("protocol", rollout).fails("an agent disappears into limbo without");
    }
  }

  @Test
  void whatHappensInLimboIsNamed() {
    int tick = limbo(false);
    room(right -> right.with("event", (t, _, x) -> t == tick ? 2 : x))
        .failsAt(tick, "something happens to an agent in limbo");
    room(right -> right.with("reward", (t, _, x) -> t == tick ? 0.5 : x))
        .failsAt(tick, "gets a reward");
  }

  @Test
  void aBodyInLimboThatIsOnTheMapIsNamed() {
    int tick = limbo(false);
    AuditFinding found =
        room(right -> right.with("pose", (t, _, x) -> t == tick ? 1 : x))
            .failsAt(tick, "in limbo but still on the map");
    assertEquals("pose.x", found.dimension());
  }

  /// Other programs have no place for what is off the map.
  @Test
  void aBodyInLimboWithoutAPlaceIsNoneOnTheMap() {
    int tick = limbo(false);
    room(right -> right.with("pose", (t, _, x) -> t >= tick && x < -1000 ? Double.NaN : x))
        .passes();
  }

  @Test
  void aFlagThatIsNoneIsNamed() {
    doctored(right -> right.with("truncation", (tick, i, x) -> tick == 4 && i == 2 ? 3 : x))
        .failsAt(4, "neither 0 nor 1");
  }

  @Test
  void aTrialTooManyIsNamed() {
    doctored(right -> right.with("trial", (tick, _, x) -> tick >= 60 && tick < 90 ? 3 : x))
        .failsAt(60, "beyond the 3 that an episode has");
  }

  @Test
  void aClockThatDoesNotCountIsNamedAndNothingElse() {
    for (double odd : new double[] {Double.NaN, -1, 0.5}) {
      for (String column : new String[] {"trial", "trial_tick"}) {
        AuditAssertions found =
            doctored(right -> right.with(column, (tick, _, x) -> tick == SECOND + 4 ? odd : x));
        found.failsAt(SECOND + 4, "not a whole number from 0 on");
        assertEquals(1, found.report().findings().size(), found::words);
      }
    }
  }

  @Test
  void aTrialWithTheLargestNumberIsNamedByIt() {
    AuditAssertions found =
        doctored(
            right -> right.with("trial", (tick, _, x) -> tick == SECOND ? Integer.MAX_VALUE : x));
    found.failsAt(SECOND, "beyond the 3 that an episode has");
    found.failsAt(SECOND, "goes to 2147483648 of 3");
  }

  @Test
  void anEventThatTheManifestDoesNotDeclareIsFound() throws IOException {
    Path file = new CourierEnvironmentType().record(folder.resolve("courier.rollout"));
    try (Rollout rollout = Rollouts.open(file)) {
      AuditAssertions.of("protocol", rollout).passes();
    }
    try (Rollout rollout =
        new AlteredRollout(Rollouts.open(file))
            .with("event", (t, i, x) -> t == 5 && i == 1 ? x + (1 << 15) : x)) {
      AuditAssertions.of("protocol", rollout).failsFirstAt(5, "does not declare");
    }
  }

  private AuditAssertions game(UnaryOperator<AlteredRollout> edit) {
    Path file = SampleRecordings.of(BuiltInEnvironments.named("rps"), folder, 30);
    try (Rollout rollout = edit.apply(new AlteredRollout(Rollouts.open(file)))) {
      return AuditAssertions.of("protocol", rollout);
    }
  }

  @Test
  void aGroupWithAMissingMemberIsNamed() {
    game(right -> right).passes();
    AuditFinding found =
        game(right -> right.with("removed", (tick, i, x) -> tick == 7 && i == 1 ? 1 : x))
            .failsAt(7, "while other members of its group act");
    assertEquals(1, found.agent());
  }

  @Test
  void groupsOfAgentsThereAreNotAreNamed() {
    JsonNode three = JsonNodeFactory.instance.arrayNode().add(0).add(2);
    JsonNode pack =
        JsonNodeFactory.instance
            .arrayNode()
            .add(JsonNodeFactory.instance.objectNode().put("name", "pack").set("members", three));
    game(right -> right.with((Manifest manifest) -> grouped(manifest, pack)))
        .failsAt(0, "agent 2 of group pack");
  }

  private static Manifest grouped(Manifest manifest, JsonNode groups) {
    Map<String, JsonNode> extra = new HashMap<>(manifest.extra());
    extra.put(GroupManifest.KEY, groups);
    return new Manifest(
        manifest.format(),
        manifest.version(),
        manifest.producer(),
        manifest.createdUtc(),
        manifest.environment(),
        manifest.policy(),
        manifest.seed(),
        manifest.agents(),
        manifest.tickSeconds(),
        manifest.trials(),
        manifest.chunkTicks(),
        manifest.observation(),
        manifest.channels(),
        manifest.fixed(),
        extra);
  }

  @Test
  void aColumnOfAnotherProgramThatIsCalledBucketMayChange() {
    MemoryRollout tiles =
        new MemoryRollout("martian", 1, 60, 1)
            .with("terminal", Dtype.BOOL, (t, _) -> t == 59 ? 1 : 0, 1)
            .with("bucket", Dtype.I4, (t, _) -> t % 7);
    AuditAssertions.of("protocol", tiles).passes();
  }
}
