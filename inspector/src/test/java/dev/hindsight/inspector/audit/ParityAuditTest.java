package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.attention.FaultyMemory;
import dev.hindsight.inspector.attention.PlainTransformer;
import dev.hindsight.inspector.critic.CriticRecordings;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.learn.ResolvedPolicy;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.record.RecordingReport;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.record.RolloutRecorder;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every known way in which training and acting diverge is planted, and named with the faulty form
/// and the first tick that shows it.
class ParityAuditTest {
  private static final Map<String, String> LIMBO = Map.of("after_goal", "limbo");
  private static final int TICKS = 200;

  @TempDir private Path folder;

  private AuditAssertions audited(FaultyForms.FormFault formFault, Rollout rollout) {
    return AuditAssertions.of(new ParityAudit(FaultyForms.opening(formFault)), rollout);
  }

  private AuditAssertions withLimbo(FaultyForms.FormFault formFault) {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, TICKS)) {
      return audited(formFault, rollout);
    }
  }

  /// Episodes here are shorter than the cache, so wiping it matters.
  private AuditAssertions trained(FaultyForms.FormFault formFault) {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      return audited(formFault, rollout);
    }
  }

  private AuditAssertions recorded(
      Map<String, String> settings, FaultyMemory.MemoryFault memoryFault) {
    try (Rollout rollout = DarkRoomRecordings.record(folder, settings, memoryFault, TICKS)) {
      return AuditAssertions.of("parity", rollout);
    }
  }

  private EpisodeFlags passage(boolean limbo) {
    try (Rollout rollout =
        limbo
            ? DarkRoomRecordings.withLimbo(folder, TICKS)
            : DarkRoomRecordings.trained(folder, TICKS)) {
      return EpisodeFlags.of(rollout, 0);
    }
  }

  /// The tick after the first flag.
  private static int after(byte[] flags) {
    int tick = 0;
    while (flags[tick] == 0) {
      tick++;
    }
    return tick + 1;
  }

  /// The first tick on the map after limbo.
  private static int afterLimbo(EpisodeFlags episodeFlags) {
    int tick = after(episodeFlags.removed());
    while (!episodeFlags.live(tick)) {
      tick++;
    }
    return tick;
  }

  @Test
  void theNetworksOfThisProgramAreAtParity() {
    AuditAssertions auditAssertions = withLimbo(FaultyForms.FormFault.NONE);
    auditAssertions.passes();
    assertTrue(
        auditAssertions.words().contains("gradient at limbo inputs: 0 at most"),
        auditAssertions.words());
    assertTrue(auditAssertions.words().contains("over 122 ticks"), auditAssertions.words());
    trained(FaultyForms.FormFault.NONE).passes();
  }

  @Test
  void limboLeftOpenInTheFormThatLearnsIsNamedAndItsGradientSeen() {
    AuditAssertions auditAssertions = withLimbo(FaultyForms.FormFault.LEARNS_LIMBO_OPEN);
    EpisodeFlags episodeFlags = passage(true);
    auditAssertions.failsAt(afterLimbo(episodeFlags), "the training form: limbo slots left open");
    auditAssertions.failsAt(
        after(episodeFlags.removed()) - 1, "the loss depends on observations in limbo");
  }

  @Test
  void positionsBySlotAreNamedWhereTheSecondEpisodeBegins() {
    trained(FaultyForms.FormFault.LEARNS_BY_SLOT)
        .failsAt(after(passage(false).ended()), "positions counted by slot");
  }

  @Test
  void missingResetsAreNamedInEitherForm() {
    int second = after(passage(false).ended());
    trained(FaultyForms.FormFault.LEARNS_WITHOUT_RESETS)
        .failsAt(second, "the training form: cache not wiped at terminals");
    trained(FaultyForms.FormFault.ACTS_NOT_WIPED)
        .failsAt(second, "the acting form: cache not wiped at terminals");
  }

  @Test
  void aCacheWipedAtTruncationsIsNamedWhereTheSecondTrialBegins() {
    trained(FaultyForms.FormFault.ACTS_WIPED_AT_TRUNCATIONS)
        .failsAt(after(passage(false).truncation()), "the acting form: cache wiped at truncations");
  }

  @Test
  void limboLeftOpenInTheFormThatActsIsNamed() {
    withLimbo(FaultyForms.FormFault.ACTS_LIMBO_OPEN)
        .failsAt(afterLimbo(passage(true)), "the acting form: limbo slots left open");
  }

  @Test
  void dropoutIsNamed() {
    trained(FaultyForms.FormFault.LEARNS_WITH_DROPOUT)
        .failsAt(0, "a different output each time: dropout");
  }

  @Test
  void precisionIsNamed() {
    trained(FaultyForms.FormFault.ACTS_IN_BFLOAT16)
        .failsAt(0, "the acting form: computed with weights in bfloat16");
  }

  @Test
  void anotherComputationIsToldFromAllOfThese() {
    trained(FaultyForms.FormFault.ACTS_ANOTHER_NETWORK).failsAt(0, "not explained; tried: ");
  }

  /// A recording by loops in double precision that share nothing with this program's networks.
  private AuditAssertions byLoops(PlainTransformer.Mistake mistake) {
    try (Rollout rollout = DarkRoomRecordings.byLoops(folder, mistake, TICKS)) {
      return AuditAssertions.of("parity", rollout);
    }
  }

  @Test
  void anImplementationOfItsOwnIsAtParityWhereItMakesNoMistake() {
    byLoops(PlainTransformer.Mistake.NONE).passes();
  }

  @Test
  void everyMistakeOfAnImplementationOfItsOwnIsNamedAtItsFirstTick() {
    EpisodeFlags room = passage(false);
    int trial = after(room.truncation());
    int episode = after(room.ended());
    byLoops(PlainTransformer.Mistake.BY_SLOT)
        .failsFirstAt(episode, "the policy that acted: positions counted by slot");
    byLoops(PlainTransformer.Mistake.FROM_ONE)
        .failsFirstAt(0, "the policy that acted: positions counted from 1");
    byLoops(PlainTransformer.Mistake.DIAGONAL_CLOSED)
        .failsFirstAt(1, "the policy that acted: the diagonal of the mask closed");
    byLoops(PlainTransformer.Mistake.WINDOW_OF_SEVEN)
        .failsFirstAt(7, "the policy that acted: attention limited to a window of the last 7 keys");
    byLoops(PlainTransformer.Mistake.TANH)
        .failsFirstAt(0, "the policy that acted: GELU computed by tanh instead of erf");
    byLoops(PlainTransformer.Mistake.WIPED_EVERY_TICK)
        .failsFirstAt(1, "the policy that acted: memory wiped every tick");
    byLoops(PlainTransformer.Mistake.STALE)
        .failsFirstAt(
            1, "the policy that acted: a stale observation: the policy saw the previous tick's");
    byLoops(PlainTransformer.Mistake.VALUE_HEAD)
        .failsFirstAt(
            0, "the policy that acted: the value head: the values are the correct ones times 1.1");
    byLoops(PlainTransformer.Mistake.BY_TRIAL)
        .failsFirstAt(trial, "the policy that acted: positions counted by trial");
  }

  @Test
  void whoActedOtherwiseIsNamedFromTheRecording() {
    EpisodeFlags room = passage(false);
    recorded(Map.of(), FaultyMemory.MemoryFault.WIPED_AT_TRUNCATIONS)
        .fails("the policy that acted: cache wiped at truncations");
    recorded(Map.of(), FaultyMemory.MemoryFault.NOT_WIPED_AT_TERMINALS)
        .failsAt(after(room.ended()), "the policy that acted: cache not wiped at terminals");
    recorded(LIMBO, FaultyMemory.MemoryFault.LIMBO_OPEN)
        .fails("the policy that acted: limbo slots left open");
  }

  @Test
  void aLogProbabilityOfAnotherActionIsARatioThatIsNotOne() {
    try (Rollout rollout =
        new AlteredRollout(DarkRoomRecordings.trained(folder, 60))
            .with("log_prob", (tick, _, x) -> tick == 33 ? x - 0.7 : x)) {
      AuditFinding found = AuditAssertions.of("parity", rollout).failsAt(33, "importance ratio");
      assertTrue(found.size() > 0.9, found.toString());
    }
  }

  @Test
  void noActionThatWasTakenHasAnInfiniteLogProbability() {
    try (Rollout rollout =
        new AlteredRollout(DarkRoomRecordings.trained(folder, 60))
            .with("log_prob", (tick, _, x) -> tick == 33 ? Double.NEGATIVE_INFINITY : x)) {
      AuditAssertions.of("parity", rollout).failsAt(33, "importance ratio");
    }
  }

  /// With four actions, that of the tick before is the right one by chance at one place in four.
  @Test
  void oneReplacedActionIsNotPutDownToTheTickBefore() {
    try (Rollout right = DarkRoomRecordings.trained(folder, 60)) {
      Channel action = right.channel("action").orElseThrow();
      int at =
          IntStream.range(20, 60)
              .filter(t -> action.integer(t, 0) != action.integer(t - 1, 0))
              .findFirst()
              .orElseThrow();
      // Then the stored log-probability is that of the action of the tick before.
      long drawn = action.integer(at, 0);
      Rollout replaced =
          new AlteredRollout(right)
              .with(
                  "action",
                  (t, _, x) -> t == at ? action.integer(at - 1, 0) : t == at - 1 ? drawn : x)
              .with("log_prob", (t, _, x) -> t == at - 1 ? Double.NaN : x);
      AuditFinding found = AuditAssertions.of("parity", replaced).failsAt(at, "importance ratio");
      assertTrue(found.cause().contains("one of the two was replaced"), found.cause());
    }
  }

  /// By the shipped excavator, which may take only legal actions.
  private Path masked() {
    return excavated(Map.of("preset", "pit-32", "masked_actions", "true"));
  }

  private Path excavated(Map<String, String> settings) {
    return shipped("excavation", "excavator-pit", settings);
  }

  /// By the shipped graph policy.
  private Path flown() {
    return shipped(
        "airspace",
        "airspace-50",
        Map.of("aircraft", "8", "radius", "22.6", "neighbours", "6", "steps", "40"));
  }

  private Path shipped(String environment, String policyName, Map<String, String> settings) {
    EnvironmentType type = BuiltInEnvironments.named(environment);
    EnvironmentFactory factory =
        type.prepare(type.settings().parse(settings, "test"), Optional.empty());
    ResolvedPolicy policy = BuiltInPolicies.find(policyName);
    OpenedPolicy opened = policy.open(factory.shape());
    Path out = folder.resolve("masked.rollout");
    try (Policy acting = opened.policy()) {
      RecordingRequest.ActingPolicy actor =
          new RecordingRequest.ActingPolicy(
              acting,
              opened.id(),
              opened.sha256(),
              opened.name(),
              BuiltInPolicies.path(policyName),
              Optional.empty(),
              policy.version());
      RecordingReport _ =
          new RolloutRecorder(
                  new RecordingRequest(
                      type,
                      factory,
                      Optional.empty(),
                      Optional.of(actor),
                      ActionSelection.parse("sample"),
                      60,
                      RecordingRequest.Until.ALL_TICKS,
                      3,
                      out,
                      Map.of()))
              .run(Progress.SILENT, new Cancellation());
    }
    return out;
  }

  @Test
  void theValueBeforeATimeLimitIsThatOfTheFinalObservation() {
    Path recording = excavated(Map.of("preset", "pit-32", "max_steps", "9"));
    int[] limits;
    try (Rollout rollout = Rollouts.open(recording)) {
      AuditAssertions right = AuditAssertions.of("parity", rollout);
      right.passes();
      assertTrue(right.words().contains("4 final values"), right.words());
      EpisodeEnds ends = new EpisodeEnds(rollout);
      limits = IntStream.range(0, rollout.ticks()).filter(t -> ends.timedOut(t, 0)).toArray();
    }
    try (Rollout rollout = Rollouts.open(recording)) {
      AgentColumn value = AgentColumn.of(rollout, "value").orElseThrow();
      Rollout afterTheReset =
          new AlteredRollout(rollout)
              .with("final_value", (tick, _, x) -> Double.isNaN(x) ? x : value.value(tick + 1, 0));
      AuditAssertions.of("parity", afterTheReset).failsFirstAt(limits[0], "after the reset");
    }
    try (Rollout rollout = Rollouts.open(recording)) {
      Rollout other =
          new AlteredRollout(rollout)
              .with("final_value", (tick, _, x) -> tick == limits[2] ? x + 0.01 : x);
      AuditAssertions.of("parity", other).failsFirstAt(limits[2], "not the network's value");
    }
  }

  /// An episode of full length leaves its memory room for one more observation.
  @Test
  void theValueBeforeATimeLimitIsThatOfAWholeMemoryToo() {
    Path recording =
        CriticRecordings.record(
            folder,
            "spread",
            Map.of("trial_ticks", "8"),
            Map.of("policy", "transformer", "replay_sequence_length", "4"));
    try (Rollout rollout = Rollouts.open(recording)) {
      AuditAssertions right = AuditAssertions.of("parity", rollout);
      right.passes();
      assertTrue(right.words().contains("15 final values"), right.words());
    }
    try (Rollout rollout = Rollouts.open(recording)) {
      Rollout other =
          new AlteredRollout(rollout)
              .with("final_value", (tick, agent, x) -> tick == 15 && agent == 1 ? x + 0.01 : x);
      AuditAssertions.of("parity", other).failsFirstAt(15, "not the network's value");
    }
  }

  /// The agents of a graph policy attend to each other's final observations; some have left before.
  @Test
  void theValueBeforeATimeLimitIsThatOfAllAgentsOfAWorldTogether() {
    Path recording = flown();
    List<RecordedLimit> limits = new ArrayList<>();
    try (Rollout rollout = Rollouts.open(recording)) {
      EpisodeEnds ends = new EpisodeEnds(rollout);
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
          if (ends.timedOut(tick, agent)) {
            limits.add(new RecordedLimit(tick, agent));
          }
        }
      }
      AuditAssertions right = AuditAssertions.of("parity", rollout);
      right.passes();
      assertTrue(right.words().contains(limits.size() + " final values"), right.words());
    }
    assertNotEquals(0, limits.size() % 8, "some have left: " + limits);
    RecordedLimit last = limits.getLast();
    try (Rollout rollout = Rollouts.open(recording)) {
      Rollout other =
          new AlteredRollout(rollout)
              .with(
                  "final_value",
                  (tick, agent, x) -> tick == last.tick && agent == last.agent ? x + 0.01 : x);
      AuditAssertions.of("parity", other).failsFirstAt(last.tick, "not the network's value");
    }
  }

  private record RecordedLimit(int tick, int agent) {}

  @Test
  void aLogProbabilityIsThatOfTheLegalActionsWherePoliciesTakeNoOther() {
    Path recording = masked();
    try (Rollout rollout = Rollouts.open(recording)) {
      AuditAssertions.of("parity", rollout).passes();
    }
    try (Rollout rollout = Rollouts.open(recording)) {
      int actions = AgentColumn.widthOf(rollout, "logits");
      AgentColumn recorded = AgentColumn.of(rollout, "logits", actions).orElseThrow();
      AgentColumn action = AgentColumn.of(rollout, "action").orElseThrow();
      Rollout altered =
          new AlteredRollout(rollout)
              .with(
                  "log_prob",
                  (tick, _, _) -> {
                    float[] logits = new float[actions];
                    for (int i = 0; i < actions; i++) {
                      logits[i] = (float) recorded.value(tick, 0, i);
                    }
                    return Categorical.logProbability(logits, (int) action.integer(tick, 0));
                  });
      // At ticks 0 to 2 the illegal actions have next to no probability.
      AuditAssertions.of("parity", altered).failsAt(3, "also the illegal ones");
    }
  }

  /// Next to -1e9, float32 rounds to multiples of 64.
  @Test
  void anEditThatForcesAForbiddenActionHasTheLogProbabilityOfOne() {
    try (Rollout rollout = Rollouts.open(masked())) {
      int actions = AgentColumn.widthOf(rollout, "logits");
      AgentColumn recorded = AgentColumn.of(rollout, "logits", actions).orElseThrow();
      RecordedActionMask mask = RecordedActionMask.of(rollout, actions).orElseThrow();
      int forbidden =
          IntStream.range(0, actions)
              .filter(action -> !mask.legal(33, 0, action))
              .findFirst()
              .orElseThrow();
      float[] logits = new float[actions];
      for (int i = 0; i < actions; i++) {
        logits[i] = (float) recorded.value(33, 0, i);
      }
      mask.apply(33, 0, logits);
      float stored = (float) Categorical.logProbability(logits, forbidden);
      Rollout forced =
          new AlteredRollout(rollout)
              .with("action", (tick, _, x) -> tick == 33 ? forbidden : x)
              .with("log_prob", (tick, _, x) -> tick == 33 ? stored : x);
      AuditAssertions audited = AuditAssertions.of("parity", forced);
      audited.passes();
      assertFalse(audited.words().contains("at most 1 from 1"), audited.words());
    }
  }
}
