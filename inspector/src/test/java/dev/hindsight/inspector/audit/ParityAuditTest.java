package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.Doctored;
import dev.hindsight.inspector.attention.FaultyMemory;
import dev.hindsight.inspector.attention.PlainTransformer;
import dev.hindsight.inspector.attention.RoomRecordings;
import dev.hindsight.trainer.attention.Passage;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every way in which learning and acting were ever seen to part is planted, and named with the
/// form that is wrong and the first tick that shows it.
class ParityAuditTest {
  private static final Map<String, String> LIMBO = Map.of("after_goal", "limbo");
  private static final int TICKS = 200;

  @TempDir private Path folder;

  private Audited audited(FaultyForms.Fault fault, Rollout rollout) {
    return Audited.of(new ParityAudit(FaultyForms.opening(fault)), rollout);
  }

  private Audited withLimbo(FaultyForms.Fault fault) {
    try (Rollout rollout = RoomRecordings.withLimbo(folder, TICKS)) {
      return audited(fault, rollout);
    }
  }

  /// Episodes here are shorter than the cache, so that it matters whether it is wiped.
  private Audited trained(FaultyForms.Fault fault) {
    try (Rollout rollout = RoomRecordings.trained(folder, TICKS)) {
      return audited(fault, rollout);
    }
  }

  private Audited recorded(Map<String, String> settings, FaultyMemory.Fault fault) {
    try (Rollout rollout = RoomRecordings.record(folder, settings, fault, TICKS)) {
      return Audited.of("parity", rollout);
    }
  }

  private Passage passage(boolean limbo) {
    try (Rollout rollout =
        limbo ? RoomRecordings.withLimbo(folder, TICKS) : RoomRecordings.trained(folder, TICKS)) {
      return Passage.of(rollout, 0);
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
  private static int afterLimbo(Passage passage) {
    int tick = after(passage.removed());
    while (!passage.live(tick)) {
      tick++;
    }
    return tick;
  }

  @Test
  void theNetworksOfThisProgramAreAtParity() {
    Audited audited = withLimbo(FaultyForms.Fault.NONE);
    audited.passes();
    assertTrue(audited.words().contains("gradient at limbo inputs: 0.0"), audited.words());
    assertTrue(audited.words().contains("over 122 ticks"), audited.words());
    trained(FaultyForms.Fault.NONE).passes();
  }

  @Test
  void limboLeftOpenInTheFormThatLearnsIsNamedAndItsGradientSeen() {
    Audited audited = withLimbo(FaultyForms.Fault.LEARNS_LIMBO_OPEN);
    Passage passage = passage(true);
    audited.failsAt(afterLimbo(passage), "the form that learns: limbo slots left open");
    audited.failsAt(after(passage.removed()) - 1, "the loss moves with what was seen in limbo");
  }

  @Test
  void positionsBySlotAreNamedWhereTheSecondEpisodeBegins() {
    trained(FaultyForms.Fault.LEARNS_BY_SLOT)
        .failsAt(after(passage(false).terminal()), "positions counted by slot");
  }

  @Test
  void missingResetsAreNamedInEitherForm() {
    int second = after(passage(false).terminal());
    trained(FaultyForms.Fault.LEARNS_WITHOUT_RESETS)
        .failsAt(second, "the form that learns: cache not wiped at terminals");
    trained(FaultyForms.Fault.ACTS_NOT_WIPED)
        .failsAt(second, "the form that acts: cache not wiped at terminals");
  }

  @Test
  void aCacheWipedAtTruncationsIsNamedWhereTheSecondTrialBegins() {
    trained(FaultyForms.Fault.ACTS_WIPED_AT_TRUNCATIONS)
        .failsAt(
            after(passage(false).truncation()), "the form that acts: cache wiped at truncations");
  }

  @Test
  void limboLeftOpenInTheFormThatActsIsNamed() {
    withLimbo(FaultyForms.Fault.ACTS_LIMBO_OPEN)
        .failsAt(afterLimbo(passage(true)), "the form that acts: limbo slots left open");
  }

  @Test
  void dropoutIsNamed() {
    trained(FaultyForms.Fault.LEARNS_WITH_DROPOUT).failsAt(0, "something else each time: dropout");
  }

  @Test
  void precisionIsNamed() {
    trained(FaultyForms.Fault.ACTS_IN_BFLOAT16)
        .failsAt(0, "the form that acts: computed with weights in bfloat16");
  }

  @Test
  void anotherComputationIsToldFromAllOfThese() {
    trained(FaultyForms.Fault.ACTS_ANOTHER_NETWORK).failsAt(0, "not explained; tried: ");
  }

  /// Recorded by loops in double precision that share nothing with the networks of this program.
  private Audited byLoops(PlainTransformer.Mistake mistake) {
    try (Rollout rollout = RoomRecordings.byLoops(folder, mistake, TICKS)) {
      return Audited.of("parity", rollout);
    }
  }

  @Test
  void anImplementationOfItsOwnIsAtParityWhereItMakesNoMistake() {
    byLoops(PlainTransformer.Mistake.NONE).passes();
  }

  @Test
  void everyMistakeOfAnImplementationOfItsOwnIsNamedAtItsFirstTick() {
    Passage room = passage(false);
    int trial = after(room.truncation());
    int episode = after(room.terminal());
    byLoops(PlainTransformer.Mistake.BY_SLOT)
        .failsFirstAt(episode, "who acted: positions counted by slot");
    byLoops(PlainTransformer.Mistake.FROM_ONE)
        .failsFirstAt(0, "who acted: positions counted from 1");
    byLoops(PlainTransformer.Mistake.DIAGONAL_CLOSED)
        .failsFirstAt(1, "who acted: the diagonal of the mask closed");
    byLoops(PlainTransformer.Mistake.WINDOW_OF_SEVEN)
        .failsFirstAt(7, "who acted: attention limited to a window of the last 7 keys");
    byLoops(PlainTransformer.Mistake.TANH)
        .failsFirstAt(0, "who acted: GELU computed by tanh instead of erf");
    byLoops(PlainTransformer.Mistake.WIPED_EVERY_TICK)
        .failsFirstAt(1, "who acted: memory wiped every tick");
    byLoops(PlainTransformer.Mistake.STALE)
        .failsFirstAt(
            1, "who acted: a stale observation: what was seen is that of the tick before");
    byLoops(PlainTransformer.Mistake.VALUE_HEAD)
        .failsFirstAt(0, "who acted: the value head: the values are the right ones times 1.1");
    byLoops(PlainTransformer.Mistake.BY_TRIAL)
        .failsFirstAt(trial, "who acted: positions counted by trial");
  }

  @Test
  void whoActedOtherwiseIsNamedFromTheRecording() {
    Passage room = passage(false);
    recorded(Map.of(), FaultyMemory.Fault.WIPED_AT_TRUNCATIONS)
        .fails("who acted: cache wiped at truncations");
    recorded(Map.of(), FaultyMemory.Fault.NOT_WIPED_AT_TERMINALS)
        .failsAt(after(room.terminal()), "who acted: cache not wiped at terminals");
    recorded(LIMBO, FaultyMemory.Fault.LIMBO_OPEN).fails("who acted: limbo slots left open");
  }

  @Test
  void aLogProbabilityOfAnotherActionIsARatioThatIsNotOne() {
    try (Rollout rollout =
        new Doctored(RoomRecordings.trained(folder, 60))
            .with("log_prob", (tick, _, x) -> tick == 33 ? x - 0.7 : x)) {
      AuditFinding found = Audited.of("parity", rollout).failsAt(33, "importance ratio");
      assertTrue(found.size() > 0.9, found.toString());
    }
  }
}
