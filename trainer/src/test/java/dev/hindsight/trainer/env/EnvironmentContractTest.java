package dev.hindsight.trainer.env;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.AllocationCounter;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.randomise.RandomisedByDefault;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.record.SampleRecordings;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The contract of every environment in the list, in trials and with default settings, and of every
/// one whose settings can be randomised with all of them randomised.
class EnvironmentContractTest {
  private static final int TRIALS = 2;
  private static final int TRIAL_TICKS = 12;
  private static final int STEPS = 60;
  private static final int MANY_STEPS = 1000;
  private static final Map<String, String> NONE = Map.of();

  @TempDir Path folder;

  static List<EnvironmentType> all() {
    return Stream.concat(
            BuiltInEnvironments.all().stream(),
            BuiltInEnvironments.all().stream()
                .filter(type -> !type.randomised().isEmpty())
                .map(RandomisedByDefault::new))
        .toList();
  }

  @Test
  void idsAndTitlesAreTheirOwn() {
    Set<String> names = new HashSet<>();
    for (EnvironmentType type : all()) {
      assertTrue(type.id().matches("[a-z][a-z0-9_-]*"), type.id());
      assertTrue(names.add(type.id()) && names.add(type.title()), type.id());
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void knobsHaveNamesOfTheirOwnAndALineOfHelp(EnvironmentType type) {
    Set<String> names = new HashSet<>();
    for (Setting setting : type.settings().all()) {
      assertTrue(names.add(setting.name()), setting.name());
      assertFalse(setting.doc().isBlank() || setting.doc().endsWith("."), setting.name());
    }
    assertTrue(names.containsAll(type.trialKnobs().names(TRIALS)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void theTrialsAFormAsksForAreTheTrialsThereAre(EnvironmentType type) {
    EnvironmentShape shape = inTrials(type).shape();
    assertEquals(TRIALS, shape.trials());
    assertEquals(TRIAL_TICKS, shape.trialTimeoutTicks());
  }

  @ParameterizedTest
  @MethodSource("all")
  void theSameSeedAndActionsGiveTheSameBitsAndAResetBeginsAnew(EnvironmentType type) {
    for (EnvironmentFactory factory : List.of(inTrials(type), usual(type))) {
      Environment one = factory.create(7);
      Environment other = factory.create(7);
      long begin = one.stateHash();
      Actions[] actions = RandomActions.rows(factory.shape(), STEPS, 3);
      for (Actions each : actions) {
        one.step(each);
        other.step(each);
        assertEquals(one.stateHash(), other.stateHash());
        assertSame(one.buffer(), other.buffer());
      }
      one.reset();
      assertEquals(begin, one.stateHash());
      assertArrayEquals(factory.create(7).buffer().observation, one.buffer().observation);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void aRestoredSnapshotRunsOnAsTheOriginalDid(EnvironmentType type) {
    for (EnvironmentFactory factory : List.of(inTrials(type), usual(type))) {
      Environment environment = factory.create(5);
      Actions[] actions = RandomActions.rows(factory.shape(), STEPS, 4);
      for (int t = 0; t < STEPS / 2; t++) {
        environment.step(actions[t]);
      }
      Environment.Snapshot snapshot = environment.snapshot();
      long[] hashes = new long[STEPS];
      for (int t = STEPS / 2; t < STEPS; t++) {
        environment.step(actions[t]);
        hashes[t] = environment.stateHash();
      }
      Map<String, Double> totals = environment.totals();
      // Another one of the same making takes the state over as well.
      for (Environment next : List.of(environment, factory.create(99))) {
        next.restore(snapshot);
        for (int t = STEPS / 2; t < STEPS; t++) {
          next.step(actions[t]);
          assertEquals(hashes[t], next.stateHash(), "tick " + t);
        }
        assertSame(environment.buffer(), next.buffer());
        assertEquals(totals, next.totals());
      }
    }
  }

  /// A run of random actions, until its middle and after it.
  private record Half(Environment environment, Actions[] actions) {
    static Half of(EnvironmentFactory factory, long seed) {
      Half half =
          new Half(factory.create(seed), RandomActions.rows(factory.shape(), STEPS, seed + 1));
      for (int t = 0; t < STEPS / 2; t++) {
        half.environment.step(half.actions[t]);
      }
      return half;
    }

    byte[] stored() {
      return StorableState.bytes(environment.storable().orElseThrow(), environment.stateHash());
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void aStateThatWasWrittenAndReadRunsOnAsTheOriginalDoes(EnvironmentType type) {
    for (Map<String, String> knobs : List.of(type.trialKnobs().of(TRIALS, 7), NONE)) {
      for (long seed = 0; seed < 5; seed++) {
        Half half = Half.of(prepared(type, knobs), seed);
        Environment original = half.environment();
        byte[] stored = half.stored();
        assertArrayEquals(stored, half.stored(), "writing changes nothing");
        Environment next = prepared(type, knobs).create(99);
        for (Actions each : half.actions()) {
          next.step(each);
        }
        assertTrue(StorableState.restore(next, stored, "test"));
        for (int t = STEPS / 2; t < STEPS; t++) {
          assertEquals(original.stateHash(), next.stateHash(), "tick " + t);
          assertSame(original.buffer(), next.buffer());
          assertArrayEquals(original.buffer().actionMask, next.buffer().actionMask);
          assertEquals(original.totals(), next.totals());
          assertEquals(original.trialScores(), next.trialScores());
          original.step(half.actions()[t]);
          next.step(half.actions()[t]);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void aDamagedStateIsRefusedInOneLineAndOneOfOtherSettingsIsNotTaken(EnvironmentType type) {
    byte[] stored = Half.of(inTrials(type), 3).stored();
    Environment next = inTrials(type).create(4);
    SplittableRandom random = new SplittableRandom(6);
    for (int i = 0; i < 200; i++) {
      int at = i < 9 ? i : random.nextInt(stored.length);
      byte[] cut = Arrays.copyOf(stored, at);
      assertRefused(next, cut);
      byte[] mutated = stored.clone();
      mutated[at] ^= (byte) (1 << random.nextInt(8));
      assertRefused(next, mutated);
    }
    assertRefused(next, Arrays.copyOf(stored, stored.length + 1));
    assertTrue(StorableState.restore(next, stored, "test"));

    Environment other = prepared(type, type.trialKnobs().of(TRIALS + 1, TRIAL_TICKS)).create(4);
    long before = other.stateHash();
    assertFalse(StorableState.restore(other, stored, "test"));
    assertEquals(before, other.stateHash());
  }

  private static void assertRefused(Environment environment, byte[] bytes) {
    Problem problem =
        assertThrows(
            Problem.class, () -> StorableState.restore(environment, bytes, "run.safetensors"));
    assertEquals("run.safetensors", problem.where());
    assertFalse(problem.getMessage().contains("\n"), problem.getMessage());
  }

  /// A state with a valid checksum whose fields are those of another moment.
  @ParameterizedTest
  @MethodSource("all")
  void aStateThatIsNotWhatItsDigestSaysIsRefused(EnvironmentType type) {
    Half half = Half.of(inTrials(type), 3);
    Environment environment = half.environment();
    byte[] wrong =
        StorableState.bytes(environment.storable().orElseThrow(), environment.stateHash() + 1);
    assertRefused(inTrials(type).create(4), wrong);
    byte[] longer =
        StateBytes.write(stream -> {
          stream.number(environment.storable().orElseThrow().originHash());
          stream.number(environment.stateHash());
          environment.storable().orElseThrow().transfer(stream);
          stream.number(0);
        });
    assertRefused(inTrials(type).create(4), longer);
  }

  @ParameterizedTest
  @MethodSource("all")
  void anActionOutsideTheSpaceIsRefusedBeforeAnythingChanges(EnvironmentType type) {
    Environment environment = usual(type).create(1);
    long before = environment.stateHash();
    Actions bad = RandomActions.rows(environment.shape(), 1, 1)[0];
    int last = environment.shape().agents() - 1;
    switch (environment.shape().actions()) {
      case ActionSpace.Discrete space -> bad.joint[last] = space.count();
      case ActionSpace.Continuous _ -> bad.continuous[bad.continuous.length - 1] = Float.NaN;
    }
    Problem problem = assertThrows(Problem.class, () -> environment.step(bad));
    assertTrue(problem.what().contains("action"), problem.what());
    assertEquals(before, environment.stateHash());
  }

  @ParameterizedTest
  @MethodSource("all")
  void flagsAreFlagsTrialsEndInTimeAndLimboIsWorthNothing(EnvironmentType type) {
    Environment environment = inTrials(type).create(2);
    StepBuffer buffer = environment.buffer();
    int agents = environment.shape().agents();
    int declared = 0;
    for (EventKind kind : environment.shape().events()) {
      declared |= kind.bit();
    }
    int ended = 0;
    int inTrial = 0;
    for (Actions actions : RandomActions.rows(environment.shape(), 3 * STEPS, 8)) {
      byte[] before = buffer.removed.clone();
      environment.step(actions);
      inTrial++;
      for (int a = 0; a < agents; a++) {
        for (byte flag :
            new byte[] {
              buffer.terminal[a], buffer.truncation[a], buffer.trialEnded[a], buffer.removed[a]
            }) {
          assertTrue(flag == 0 || flag == 1);
        }
        assertEndsStayApart(environment, a);
        assertEquals(0, buffer.event[a] & ~declared, "an event that is not declared");
        assertTrue(Float.isFinite(buffer.reward[a]));
        assertEquals(buffer.trialEnded[a] == 0, Float.isNaN(buffer.trialScore[a]));
        for (float[] figure : buffer.figures) {
          assertTrue(Float.isFinite(figure[a]));
          assertTrue(before[a] == 0 || figure[a] == 0, "limbo has no figures");
        }
        if (before[a] == 1) {
          assertEquals(0, buffer.reward[a], "agent " + a);
          assertEquals(0, buffer.event[a], "agent " + a);
        }
      }
      for (float number : buffer.observation) {
        assertTrue(Float.isFinite(number));
      }
      if (buffer.trialEnded[0] == 1) {
        ended++;
        inTrial = 0;
        assertEquals(0, buffer.trialTick);
        assertEquals(ended % TRIALS, buffer.trial);
        assertEquals(ended % TRIALS == 0 ? 1 : 0, buffer.terminal[0]);
      }
      assertTrue(inTrial < TRIAL_TICKS, "a trial outlasts its time");
      assertEquals(inTrial, buffer.trialTick);
    }
    assertTrue(ended >= 2 * TRIALS, ended + " trials ended");
  }

  /// What forms offer to stop training at, and what evaluations count, its environments report.
  @ParameterizedTest
  @MethodSource("all")
  void theEventsOfATypeAreAmongThoseOfItsEnvironments(EnvironmentType type) {
    EnvironmentShape shape = usual(type).shape();
    assertTrue(shape.events().containsAll(type.events()), type.id());
    for (EventKind kind : shape.events()) {
      for (String words :
          List.of(
              kind.title(),
              kind.words(),
              kind.state(),
              kind.result(),
              kind.plural(),
              kind.heading(),
              kind.outcome(),
              kind.mark(),
              kind.help())) {
        assertFalse(words.isBlank() || words.endsWith("."), kind.name());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void anEndSaysWhyAndOnlyATimeLimitIsNotForGood(EnvironmentType type) {
    Environment environment = usual(type).create(2);
    for (Actions actions : RandomActions.rows(environment.shape(), 3 * STEPS, 8)) {
      environment.step(actions);
      for (int a = 0; a < environment.shape().agents(); a++) {
        assertEndsStayApart(environment, a);
      }
    }
  }

  private static void assertEndsStayApart(Environment environment, int agent) {
    StepBuffer buffer = environment.buffer();
    Optional<EpisodeEnd> why = EpisodeEnd.of(buffer.end[agent]);
    assertEquals(buffer.end[agent] != 0, why.isPresent());
    assertEquals(
        why.filter(EpisodeEnd::isForGood).isPresent(),
        buffer.terminal[agent] != 0,
        "a terminal is an end for good");
    if (buffer.timedOut(agent)) {
      assertEquals(1, buffer.truncation[agent]);
      assertTrue(environment.shape().timeLimit(), "the shape declares time limits");
    }
    if (why.isPresent()) {
      int size = environment.shape().observation().size();
      for (int d = agent * size; d < (agent + 1) * size; d++) {
        assertTrue(Float.isFinite(buffer.finalObservation()[d]));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void stepsHashesAndRowsAllocateNothing(EnvironmentType type) {
    Environment environment = inTrials(type).create(6);
    Actions[] actions = RandomActions.rows(environment.shape(), 16, 5);
    ByteBuffer row = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
    run(environment, actions, row);
    run(environment, actions, row);
    long bytes = AllocationCounter.by(() -> run(environment, actions, row));
    assertEquals(0, bytes / MANY_STEPS, bytes + " bytes in all");
  }

  private static void run(Environment environment, Actions[] actions, ByteBuffer row) {
    int columns = environment.shape().stateColumns().size();
    long hash = 0;
    for (int t = 0; t < MANY_STEPS; t++) {
      environment.step(actions[t % actions.length]);
      hash += environment.stateHash();
      for (int c = 0; c < columns; c++) {
        environment.writeState(c, row.clear());
      }
    }
    environment.reset();
    row.clear().putLong(hash);
  }

  private static void assertSame(StepBuffer one, StepBuffer other) {
    assertArrayEquals(one.observation, other.observation);
    assertArrayEquals(one.reward, other.reward);
    assertArrayEquals(one.terminal, other.terminal);
    assertArrayEquals(one.truncation, other.truncation);
    assertArrayEquals(one.end, other.end);
    assertArrayEquals(one.figures, other.figures);
    if (one.episodeEnded(0)) {
      assertArrayEquals(one.finalObservation(), other.finalObservation());
    }
    assertArrayEquals(one.trialEnded, other.trialEnded);
    assertArrayEquals(one.trialScore, other.trialScore);
    assertArrayEquals(one.event, other.event);
    assertArrayEquals(one.removed, other.removed);
    assertEquals(one.trial, other.trial);
    assertEquals(one.trialTick, other.trialTick);
    assertEquals(one.bucket, other.bucket);
  }

  private EnvironmentFactory usual(EnvironmentType type) {
    return prepared(type, Map.of());
  }

  private EnvironmentFactory inTrials(EnvironmentType type) {
    return prepared(type, type.trialKnobs().of(TRIALS, TRIAL_TICKS));
  }

  private EnvironmentFactory prepared(EnvironmentType type, Map<String, String> settings) {
    return type.prepare(
        type.settings().parse(settings, "test"), SampleRecordings.scenario(type, folder));
  }
}
