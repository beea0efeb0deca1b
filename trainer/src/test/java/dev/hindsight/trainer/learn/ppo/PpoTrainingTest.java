package dev.hindsight.trainer.learn.ppo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.darkroom.DarkRoomEnvironmentType;
import dev.hindsight.trainer.learn.training.ActionLog;
import dev.hindsight.trainer.learn.training.CheckpointTensors;
import dev.hindsight.trainer.learn.training.VectorEnvironment;
import dev.hindsight.trainer.learn.training.VectorEnvironment.LearningAgents;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.rollout.ActingUpdate;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.EnvironmentHistory;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Training from environments to weights, in a dark room.
class PpoTrainingTest {
  private static final DarkRoomEnvironmentType ROOM = new DarkRoomEnvironmentType();

  private static Algorithm open(String policy, String rows) {
    return open(policy, rows, false);
  }

  private static Algorithm open(String policy, String rows, boolean standardises) {
    return open(
        ROOM.prepare(ROOM.settings().parse(Map.of(), "test"), Optional.empty()),
        policy,
        rows,
        standardises);
  }

  private static Algorithm open(
      EnvironmentFactory factory, String policy, String rows, boolean standardises) {
    return open(factory, policy, rows, standardises, Map.of());
  }

  private static Algorithm open(
      EnvironmentFactory factory,
      String policy,
      String rows,
      boolean standardises,
      Map<String, String> more) {
    Map<String, String> typed = new HashMap<>(more);
    typed.putAll(
        Map.of(
            "policy", policy,
            "rows", rows,
            "num_envs", "4",
            "hidden_size", "8",
            "feed_forward", "8",
            "bptt_horizon", "7",
            "resample_frequency", "21",
            "minibatches", "2",
            "update_epochs", "1",
            "standardise_inputs", Boolean.toString(standardises)));
    PpoType type = new PpoType();
    return type.open(
        new TrainingTask(
            List.of(factory), type.settings().parse(typed, "test"), 5, TrainingTask.Device.CPU));
  }

  private static float[] weights(Algorithm algorithm) {
    float[] all = new float[0];
    for (Tensor tensor : algorithm.weights()) {
      int from = all.length;
      all = Arrays.copyOf(all, from + tensor.values().length);
      System.arraycopy(tensor.values(), 0, all, from, tensor.values().length);
    }
    return all;
  }

  /// Two aircraft whose episodes end at a time limit after four steps.
  private static EnvironmentFactory airspace(String actionForm) {
    EnvironmentType airspace = BuiltInEnvironments.named("airspace");
    return airspace.prepare(
        airspace
            .settings()
            .parse(
                Map.of("aircraft", "2", "radius", "60", "steps", "4", "action_form", actionForm),
                "test"),
        Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "transformer, episodes",
    "transformer, segments",
    "lstm, segments",
    "mlp, episodes",
    "graph, segments"
  })
  void timeLimitsAreLearnedThroughWithAnyMemory(String policy, String rows) {
    try (Algorithm algorithm = open(airspace("discrete"), policy, rows, false)) {
      for (int i = 0; i < 2; i++) {
        assertEquals(
            1.0, algorithm.update().metrics().getOrDefault("losses/importance", Double.NaN), 0.5);
      }
      for (float weight : weights(algorithm)) {
        assertTrue(Float.isFinite(weight));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"adam_beta1, 1", "adam_beta2, 1", "adam_eps, 0"})
  void numbersWithWhichAdamDividesByZeroAreRefused(String name, String value) {
    assertThrows(Problem.class, () -> new PpoType().settings().parse(Map.of(name, value), "test"));
  }

  /// Three updates share their environments. With one trial, the return of an episode is its score.
  @Test
  void theScoreOfAnUpdateIsThatOfTheTrialsThatEndedInIt() {
    Map<String, String> one = Map.of("size", "3", "trials", "1", "trial_timeout", "3");
    EnvironmentFactory room = ROOM.prepare(ROOM.settings().parse(one, "test"), Optional.empty());
    try (Algorithm algorithm = open(room, "mlp", "segments", false)) {
      for (int update = 1; update <= 4; update++) {
        UpdateReport report = algorithm.update();
        assertEquals(
            report.metrics().getOrDefault("episode/return", Double.NaN),
            report.lastScore(),
            1e-12,
            "update " + update);
      }
    }
  }

  @Test
  void aTrialThatDidNotEndInAnUpdateHasNoScoreInIt() {
    Map<String, String> four = Map.of("size", "5", "trials", "4", "trial_timeout", "6");
    EnvironmentFactory room = ROOM.prepare(ROOM.settings().parse(four, "test"), Optional.empty());
    try (Algorithm algorithm = open(room, "mlp", "segments", false)) {
      UpdateReport first = algorithm.update();
      assertEquals(4, first.trialScores().size());
      assertTrue(Double.isFinite(first.trialScores().getFirst()), first.toString());
      assertTrue(Double.isNaN(first.lastScore()), first.toString());
    }
  }

  @ParameterizedTest
  @CsvSource({"mlp, episodes", "lstm, segments"})
  void anyNumberOfWorkersGivesTheSameBits(String policy, String rows) {
    for (EnvironmentFactory factory :
        List.of(
            airspace("discrete"),
            ROOM.prepare(ROOM.settings().parse(Map.of(), "test"), Optional.empty()))) {
      float[] alone = learned(factory, policy, rows, Map.of());
      for (String workers : List.of("2", "3", "9")) {
        assertArrayEquals(
            alone,
            learned(factory, policy, rows, Map.of("num_workers", workers)),
            workers + " workers");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mlp, episodes",
    "lstm, segments",
    "transformer, episodes",
    "transformer, segments",
    "graph, segments"
  })
  void severalThreadsActAndLearnAsOneDoesAndRepeatTheirBits(String policy, String rows) {
    EnvironmentFactory airspace = airspace("discrete");
    Map<String, String> parts = Map.of("max_minibatch_size", "8");
    float[] alone = learned(airspace, policy, rows, parts);
    for (String threads : List.of("2", "5")) {
      Map<String, String> several = new HashMap<>(parts);
      several.put("learner_threads", threads);
      float[] once = learned(airspace, policy, rows, several);
      assertArrayEquals(once, learned(airspace, policy, rows, several), threads + " threads");
      assertArrayEquals(alone, once, 1e-3f, threads + " threads");
    }
  }

  private static float[] learned(
      EnvironmentFactory factory, String policy, String rows, Map<String, String> more) {
    try (Algorithm algorithm = open(factory, policy, rows, false, more)) {
      for (int i = 0; i < 3; i++) {
        algorithm.update();
      }
      return weights(algorithm);
    }
  }

  @Test
  void continuousActionsAreLearnedAndARunOfThemGoesOnToTheBit() {
    EnvironmentFactory airspace = airspace("continuous");
    List<Tensor> between;
    float[] whole;
    try (Algorithm algorithm = open(airspace, "mlp", "segments", true)) {
      algorithm.update();
      between = new ArrayList<>(algorithm.weights());
      between.addAll(algorithm.optimiser());
      Map<String, Double> metrics = algorithm.update().metrics();
      assertTrue(metrics.values().stream().allMatch(Double::isFinite), metrics.toString());
      whole = weights(algorithm);
    }
    try (Algorithm resumed = open(airspace, "mlp", "segments", true)) {
      Map<String, Tensor> tensors = new HashMap<>();
      between.forEach(tensor -> tensors.put(tensor.name(), tensor));
      resumed.restore(tensors, 1);
      resumed.update();
      assertArrayEquals(whole, weights(resumed));
    }
  }

  private static float[] uninterrupted(String policy, String rows, int updates) {
    try (Algorithm algorithm = open(policy, rows)) {
      for (int i = 0; i < updates; i++) {
        algorithm.update();
      }
      return weights(algorithm);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "transformer, episodes, 2",
    "transformer, segments, 1",
    "lstm, segments, 2",
    "lstm, segments, 3",
    "mlp, segments, 4"
  })
  void goingOnFromWhatWasKeptGivesTheSameBits(String policy, String rows, int kept) {
    float[] expected = uninterrupted(policy, rows, 5);
    Map<String, Tensor> state = new HashMap<>();
    try (Algorithm first = open(policy, rows)) {
      for (int i = 0; i < kept; i++) {
        first.update();
      }
      first.weights().forEach(tensor -> state.put(tensor.name(), tensor));
      first.optimiser().forEach(tensor -> state.put(tensor.name(), tensor));
    }
    try (Algorithm second = open(policy, rows)) {
      second.restore(state, kept);
      for (int i = kept; i < 5; i++) {
        second.update();
      }
      assertArrayEquals(expected, weights(second));
    }
  }

  @Test
  void aRunWithStandardisedInputsGoesOnWithTheSameBitsToo() {
    float[] expected;
    Map<String, Tensor> state = new HashMap<>();
    try (Algorithm whole = open("transformer", "episodes", true)) {
      whole.update();
      whole.weights().forEach(tensor -> state.put(tensor.name(), tensor));
      whole.optimiser().forEach(tensor -> state.put(tensor.name(), tensor));
      whole.update();
      expected = weights(whole);
    }
    try (Algorithm second = open("transformer", "episodes", true)) {
      second.restore(state, 1);
      second.update();
      assertArrayEquals(expected, weights(second));
    }
    try (Algorithm mutant = open("transformer", "episodes", false)) {
      mutant.restore(state, 1);
      mutant.update();
      assertFalse(Arrays.equals(expected, weights(mutant)), "steps are those of scaled inputs");
    }
  }

  @Test
  void segmentsGoOnWhereTheLastOnesEnded() {
    Map<String, Tensor> state = new HashMap<>();
    float[] expected = uninterrupted("lstm", "segments", 3);
    try (Algorithm first = open("lstm", "segments")) {
      first.update();
      first.update();
      first.weights().forEach(tensor -> state.put(tensor.name(), tensor));
      first.optimiser().forEach(tensor -> state.put(tensor.name(), tensor));
    }
    Map<String, Tensor> older = older(state);
    try (Algorithm fromOlder = open("lstm", "segments")) {
      fromOlder.restore(older, 2);
      fromOlder.update();
      assertArrayEquals(expected, weights(fromOlder), "a checkpoint that holds actions alone");
    }
    Tensor lived = Objects.requireNonNull(older.get("optimiser.actions"));
    older.put(
        "optimiser.actions",
        new Tensor(lived.name(), new int[] {4}, Arrays.copyOf(lived.values(), 4)));
    try (Algorithm mutant = open("lstm", "segments")) {
      mutant.restore(older, 2);
      mutant.update();
      assertFalse(Arrays.equals(expected, weights(mutant)));
    }
  }

  /// A checkpoint as it was before environments were stored: with all actions since they began.
  private static Map<String, Tensor> older(Map<String, Tensor> state) {
    Map<String, Tensor> older = new HashMap<>(state);
    older.remove("optimiser.environments");
    float[] actions =
        ActionLog.unpacked(CheckpointTensors.bytes(older, "optimiser.history"), "test");
    older.remove("optimiser.history");
    older.put(
        "optimiser.actions", new Tensor("optimiser.actions", new int[] {actions.length}, actions));
    return older;
  }

  @Test
  void everyTickOfAHistoryHasTheUpdateWhosePolicyActed() {
    Map<String, Tensor> state = new HashMap<>();
    try (Algorithm whole = open("lstm", "segments")) {
      whole.update();
      whole.update();
      whole.weights().forEach(tensor -> state.put(tensor.name(), tensor));
      whole.optimiser().forEach(tensor -> state.put(tensor.name(), tensor));
      List<Integer> third = updatesAtTick(16, whole);
      assertEquals(List.of(0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2), third);
      assertEquals(List.of(), updatesAtTick(16, whole), "the environments are new");
      assertEquals(List.of(), updatesAtTick(16, whole));
      assertEquals(third.stream().map(update -> update + 3).toList(), updatesAtTick(16, whole));
      for (Map<String, Tensor> from : List.of(state, older(state))) {
        try (Algorithm resumed = open("lstm", "segments")) {
          resumed.restore(from, 2);
          assertEquals(third, updatesAtTick(16, resumed));
        }
      }
    }
    state.remove("optimiser.history_updates");
    try (Algorithm resumed = open("lstm", "segments")) {
      resumed.restore(state, 2);
      List<Integer> unknown = updatesAtTick(16, resumed);
      assertEquals(Collections.nCopies(14, ActingUpdate.UNKNOWN), unknown.subList(0, 14));
      assertEquals(List.of(2, 2, 2), unknown.subList(14, 17));
    }
  }

  /// The updates of the first history that reaches a tick in the next update; empty if none does.
  private static List<Integer> updatesAtTick(int tick, Algorithm algorithm) {
    List<EnvironmentHistory> reached = new ArrayList<>();
    algorithm.arm(List.of("tick == " + tick), hit -> reached.add(hit.history()));
    algorithm.update();
    return reached.isEmpty() ? List.of() : reached.getFirst().updates();
  }

  @ParameterizedTest
  @ValueSource(strings = {"darkroom", "drive", "airspace", "excavation"})
  void storedEnvironmentsGoOnWithTheSameBitsAndMeasurements(String id, @TempDir Path folder) {
    EnvironmentType type = BuiltInEnvironments.named(id);
    EnvironmentFactory factory =
        type.prepare(
            type.settings().parse(Map.of(), "test"), SampleRecordings.scenario(type, folder));
    Map<String, Tensor> state = new HashMap<>();
    Map<String, Double> expected;
    float[] learned;
    try (Algorithm whole = open(factory, "mlp", "segments", false)) {
      whole.update();
      whole.update();
      whole.weights().forEach(tensor -> state.put(tensor.name(), tensor));
      whole.optimiser().forEach(tensor -> state.put(tensor.name(), tensor));
      expected = measured(whole);
      learned = weights(whole);
    }
    for (Map<String, Tensor> from : List.of(state, older(state))) {
      try (Algorithm resumed = open(factory, "mlp", "segments", false)) {
        resumed.restore(from, 2);
        assertEquals(expected, measured(resumed));
        assertArrayEquals(learned, weights(resumed));
      }
    }
    Tensor whole = Objects.requireNonNull(state.get("optimiser.environments"));
    float[] damaged = whole.values().clone();
    damaged[damaged.length / 2] = (float) ((int) damaged[damaged.length / 2] ^ 1);
    state.put(whole.name(), new Tensor(whole.name(), whole.shape(), damaged));
    try (Algorithm resumed = open(factory, "mlp", "segments", false)) {
      assertThrows(Problem.class, () -> resumed.restore(state, 2));
    }
  }

  private static Map<String, Double> measured(Algorithm algorithm) {
    Map<String, Double> metrics = new HashMap<>(algorithm.update().metrics());
    metrics.keySet().removeIf(name -> name.startsWith("performance/"));
    return metrics;
  }

  @Test
  void statesOfOtherWorldsAreNotTakenOver() {
    Seeds seeds = new Seeds(3);
    EnvironmentFactory small = ROOM.prepare(ROOM.settings().parse(Map.of(), "a"), Optional.empty());
    EnvironmentFactory large =
        ROOM.prepare(ROOM.settings().parse(Map.of("size", "7"), "b"), Optional.empty());
    try (VectorEnvironment from =
            new VectorEnvironment(List.of(small), 2, seeds, LearningAgents.ALL);
        VectorEnvironment to =
            new VectorEnvironment(List.of(small, large), 2, seeds, LearningAgents.ALL)) {
      long before = to.environment(0).stateHash();
      from.environment(0).step(new Actions(from.environment(0).shape()));
      byte[] stored = from.stored().orElseThrow();
      assertFalse(to.restore(stored, "test"));
      assertEquals(before, to.environment(0).stateHash());
    }
  }
}
