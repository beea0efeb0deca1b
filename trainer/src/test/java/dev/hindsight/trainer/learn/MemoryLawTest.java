package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.MemoryErasure;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.PolicyType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A policy with a restored memory continues bit for bit as before; with random limbo and ends of
/// episodes, over more ticks than a cache has slots.
class MemoryLawTest {
  private static final int TICKS = 120;

  private final List<float[]> logits = new ArrayList<>();
  private final List<PolicyMemory> memories = new ArrayList<>();

  static Stream<PolicyType> types() {
    return BuiltInPolicies.all().stream();
  }

  static List<PolicyType> remembering() {
    return types().filter(type -> remembers(type)).toList();
  }

  private static boolean remembers(PolicyType type) {
    return List.of(
            "drive-lstm",
            "lstm",
            "transformer",
            "lstm-members",
            "lstm-joint",
            "transformer-members",
            "transformer-joint")
        .contains(type.id());
  }

  @AfterEach
  void oneThreadAgain() {
    TorchThreads.use(1);
  }

  @ParameterizedTest
  @MethodSource("types")
  void anotherOfItsKindGoesOnFromAnyTickAsItDid(PolicyType type) {
    for (int threads : new int[] {1, 2}) {
      logits.clear();
      memories.clear();
      EnvironmentShape shape = PolicyContractTest.shape(type);
      try (Policy policy = PolicyContractTest.example(type, shape);
          Policy other = PolicyContractTest.example(type, shape)) {
        TorchThreads.use(threads);
        live(policy, shape, 0, TICKS);
        Random random = new Random(7);
        for (int round = 0; round < 6; round++) {
          int tick = random.nextInt(TICKS);
          other.remember(memories.get(tick));
          holds(other, shape, tick, Math.min(TICKS, tick + 8), type.id() + ", tick " + tick);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void afterAnotherCourseOfEventsItGoesOnAsBefore(PolicyType type) {
    EnvironmentShape shape = PolicyContractTest.shape(type);
    try (Policy policy = PolicyContractTest.example(type, shape)) {
      live(policy, shape, 0, TICKS);
      policy.remember(memories.get(20));
      PolicyOutput output = new PolicyOutput(shape);
      for (int tick = 20; tick < 60; tick++) {
        policy.act(seen(shape, 1000 + tick), output);
      }
      policy.remember(memories.get(50));
      holds(policy, shape, 50, TICKS, type.id());
    }
  }

  @ParameterizedTest
  @MethodSource("remembering")
  void whatWasNotRememberedIsMissed(PolicyType type) {
    EnvironmentShape shape = PolicyContractTest.shape(type);
    try (Policy policy = PolicyContractTest.example(type, shape)) {
      live(policy, shape, 0, 10);
      policy.reset();
      PolicyOutput output = new PolicyOutput(shape);
      policy.act(seen(shape, 9), output);
      assertTrue(!Arrays.equals(logits.get(9), output.logits), type.id());
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void forgettingIsWhatTheEndOfAnEpisodeDoes(PolicyType type) {
    EnvironmentShape shape = PolicyContractTest.shape(type);
    try (Policy policy = PolicyContractTest.example(type, shape)) {
      live(policy, shape, 0, 12);
      if (!remembers(type)) {
        Problem problem = assertThrows(Problem.class, () -> policy.forget(1));
        assertTrue(problem.getMessage().contains("has no memory"), problem.getMessage());
        return;
      }
      StepBuffer seen = seen(shape, 12);
      Arrays.fill(seen.terminal, (byte) 0);
      PolicyOutput output = new PolicyOutput(shape);
      policy.remember(memories.get(11));
      policy.forget(1);
      policy.act(seen, output);
      float[] forgot = output.logits.clone();
      policy.remember(memories.get(11));
      seen.terminal[1] = 1;
      policy.act(seen, output);
      assertArrayEquals(output.logits, forgot);
      policy.remember(memories.get(11));
      seen.terminal[1] = 0;
      policy.act(seen, output);
      assertNotEquals(agent(forgot, output, 1), agent(output.logits, output, 1));
      if (type.id().endsWith("-joint")) {
        // The members of a group have one memory.
        assertNotEquals(agent(forgot, output, 0), agent(output.logits, output, 0));
      } else {
        assertEquals(agent(forgot, output, 0), agent(output.logits, output, 0));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("remembering")
  void whatIsNotANumberIsForgottenWithItsEpisodeByWhoGoesOnFromACopyToo(PolicyType type) {
    EnvironmentShape shape = PolicyContractTest.shape(type);
    PolicyOutput first = new PolicyOutput(shape);
    PolicyOutput second = new PolicyOutput(shape);
    try (Policy policy = PolicyContractTest.example(type, shape);
        Policy other = PolicyContractTest.example(type, shape)) {
      live(policy, shape, 0, 3);
      StepBuffer spoilt = seen(shape, 3);
      Arrays.fill(spoilt.removed, (byte) 1);
      int size = shape.observation().size();
      Arrays.fill(spoilt.observation, size, 2 * size, Float.NaN);
      policy.act(spoilt, first);
      other.remember(policy.memory());
      StepBuffer fresh = seen(shape, 4);
      Arrays.fill(fresh.removed, (byte) 1);
      Arrays.fill(fresh.terminal, (byte) 0);
      fresh.terminal[1] = 1;
      policy.act(fresh, first);
      other.act(fresh, second);
      assertArrayEquals(first.logits, second.logits);
      for (float logit : agent(second.logits, second, 1)) {
        assertTrue(Float.isFinite(logit), type.id());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void oneMomentIsTakenOutOfSlotsOnly(PolicyType type) {
    EnvironmentShape shape = PolicyContractTest.shape(type);
    try (Policy policy = PolicyContractTest.example(type, shape)) {
      live(policy, shape, 0, 5);
      if (!type.id().equals("transformer")) {
        assertThrows(Problem.class, () -> policy.erase(0, 1, MemoryErasure.CLOSE));
        return;
      }
      policy.reset();
      StepBuffer seen = seen(shape, 3);
      Arrays.fill(seen.terminal, (byte) 0);
      Arrays.fill(seen.removed, (byte) 0);
      PolicyOutput output = new PolicyOutput(shape);
      IntStream.range(0, 4).forEach(_ -> policy.act(seen, output));
      PolicyMemory before = policy.memory();
      policy.act(seen, output);
      float[] whole = output.logits.clone();
      for (MemoryErasure how : MemoryErasure.values()) {
        policy.remember(before);
        policy.erase(0, 2, how);
        PolicyMemory erased = policy.memory();
        policy.act(seen, output);
        float[] changed = output.logits.clone();
        assertNotEquals(agent(whole, output, 0), agent(changed, output, 0), how.name());
        assertEquals(agent(whole, output, 1), agent(changed, output, 1), how.name());
        policy.remember(erased);
        policy.act(seen, output);
        assertArrayEquals(changed, output.logits, how.name());
      }
      policy.remember(before);
      policy.act(seen, output);
      assertArrayEquals(whole, output.logits);
      Problem gone = assertThrows(Problem.class, () -> policy.erase(0, 6, MemoryErasure.CLOSE));
      assertEquals("what it saw 6 ticks ago is no longer in its memory", gone.what());
    }
  }

  @ParameterizedTest
  @MethodSource("remembering")
  void copiesOfAnEpisodeShareIt(PolicyType type) {
    EnvironmentShape shape = PolicyContractTest.shape(type);
    try (Policy policy = PolicyContractTest.example(type, shape)) {
      live(policy, shape, 0, 40);
      long shared = memories.stream().mapToLong(PolicyMemory::shared).sum();
      long own = memories.stream().mapToLong(PolicyMemory::bytes).max().orElseThrow();
      if (type.id().startsWith("transformer")) {
        // Two layers of keys and values, width 8: each tick once. A joint network has one memory.
        int memories = type.id().endsWith("-joint") ? 1 : shape.agents();
        assertEquals(39L * memories * 8 * 2 * 2 * Float.BYTES, shared);
        int networks = type.id().endsWith("-members") ? shape.agents() : 1;
        assertTrue(
            own < (long) networks * (40 * 8 + shape.agents() * (91 / 8 + 16) + 64), "own " + own);
      } else {
        assertEquals(0, shared);
      }
    }
  }

  private static List<Float> agent(float[] logits, PolicyOutput output, int agent) {
    List<Float> own = new ArrayList<>();
    for (int i = 0; i < output.width; i++) {
      own.add(logits[agent * output.width + i]);
    }
    return own;
  }

  /// Acts, keeping the memory before each tick and what was thought at it.
  private void live(Policy policy, EnvironmentShape shape, int from, int to) {
    PolicyOutput output = new PolicyOutput(shape);
    for (int tick = from; tick < to; tick++) {
      memories.add(policy.memory());
      policy.act(seen(shape, tick), output);
      logits.add(output.logits.clone());
    }
  }

  private void holds(Policy policy, EnvironmentShape shape, int from, int to, String where) {
    PolicyOutput output = new PolicyOutput(shape);
    for (int tick = from; tick < to; tick++) {
      policy.act(seen(shape, tick), output);
      assertArrayEquals(logits.get(tick), output.logits, where + ", at " + tick);
    }
  }

  /// What there is to see at a tick: a function of it. A sixth of the agents are in limbo; one in
  /// fifty begins an episode, and all of them at tick 100.
  private static StepBuffer seen(EnvironmentShape shape, int tick) {
    Random random = new Random(tick);
    StepBuffer seen = new StepBuffer(shape.agents(), shape.observation().size());
    for (int i = 0; i < seen.observation.length; i++) {
      seen.observation[i] = random.nextFloat() - 0.5f;
    }
    PolicyContractTest.makeKindsWhole(shape, seen.observation);
    for (int agent = 0; agent < shape.agents(); agent++) {
      seen.removed[agent] = (byte) (random.nextInt(6) == 0 ? 1 : 0);
      seen.terminal[agent] = (byte) (random.nextInt(50) == 0 || tick == 100 ? 1 : 0);
    }
    return seen;
  }
}
