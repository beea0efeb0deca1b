package dev.hindsight.trainer.fleet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.ppo.PpoType;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.FleetState.WorkerStatus;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Training with workers, in dark rooms and in worlds that fail.
class FleetTest {
  private static EnvironmentFactory room() {
    EnvironmentType room = BuiltInEnvironments.named("darkroom");
    return room.prepare(room.settings().parse(Map.of(), "test"), Optional.empty());
  }

  private static Algorithm open(EnvironmentFactory factory, String... settings) {
    Map<String, String> typed =
        new HashMap<>(
            Map.of(
                "policy", "mlp",
                "rows", "segments",
                "num_envs", "6",
                "hidden_size", "8",
                "bptt_horizon", "7",
                "resample_frequency", "21",
                "minibatches", "2",
                "update_epochs", "1",
                "updates", "12"));
    for (String one : settings) {
      typed.put(one.substring(0, one.indexOf('=')), one.substring(one.indexOf('=') + 1));
    }
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

  /// What a run was like.
  ///
  /// @param weights at the end
  /// @param metrics of each update, without times
  /// @param books at the end
  private record Outcome(
      float[] weights, List<Map<String, Double>> metrics, Optional<FleetBooks> books) {}

  private static Outcome run(int updates, EnvironmentFactory factory, String... settings) {
    try (Algorithm algorithm = open(factory, settings)) {
      return go(algorithm, updates);
    }
  }

  private static Outcome go(Algorithm algorithm, int updates) {
    List<Map<String, Double>> metrics = new ArrayList<>();
    while (algorithm.updates() < updates) {
      metrics.add(measured(algorithm.update()));
    }
    return new Outcome(weights(algorithm), metrics, algorithm.books());
  }

  private static Map<String, Double> measured(UpdateReport report) {
    Map<String, Double> metrics = new HashMap<>(report.metrics());
    metrics.keySet().removeIf(name -> name.startsWith("performance/") || name.startsWith("fleet/"));
    metrics.put("agentSteps", (double) report.agentSteps());
    for (int k = 0; k < report.trialScores().size(); k++) {
      metrics.put("score" + k, report.trialScores().get(k));
    }
    return metrics;
  }

  @ParameterizedTest
  @CsvSource({"mlp, episodes", "mlp, segments", "lstm, segments", "transformer, episodes"})
  void oneWorkerThatDoesNotRunAheadGivesTheBitsOfARunWithoutWorkers(String policy, String rows) {
    String[] same = {"policy=" + policy, "rows=" + rows, "feed_forward=8"};
    Outcome alone = run(4, room(), same);
    String[] fleet = Arrays.copyOf(same, 5);
    fleet[3] = "fleet_workers=1";
    fleet[4] = "rounds_ahead=0";

    Outcome one = run(4, room(), fleet);

    assertArrayEquals(alone.weights(), one.weights());
    assertEquals(alone.metrics(), one.metrics());
    assertEquals(Optional.empty(), alone.books());
  }

  @ParameterizedTest
  @ValueSource(strings = {"episodes", "segments"})
  void theSameSeedAndNumberOfWorkersGiveTheSameBits(String rows) {
    String[] settings = {"rows=" + rows, "fleet_workers=3"};

    Outcome first = run(5, room(), settings);
    Outcome second = run(5, room(), settings);

    assertArrayEquals(first.weights(), second.weights());
    assertEquals(first.metrics(), second.metrics());
    assertFalse(Arrays.equals(first.weights(), run(5, room(), "rows=" + rows).weights()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"episodes", "segments"})
  void theBooksBalanceAndEveryBatchIsOneUpdateOld(String rows) {
    FleetBooks books = run(5, room(), "rows=" + rows, "fleet_workers=3").books().orElseThrow();

    assertTrue(books.balanced(), books::toString);
    assertTrue(books.started() > 0);
    assertEquals(
        books.started(),
        books.ends().values().stream().mapToLong(Long::longValue).sum() + books.running());
    assertEquals(Map.of(0L, 3L, 1L, 12L), books.lags());
    assertEquals(15, books.accepted());
    assertEquals(0, books.wastedSteps());
    assertEquals(0, books.refusedDeliveries() + books.failures() + books.lost());
  }

  @ParameterizedTest
  @CsvSource({
    "episodes, 2, 1, 50",
    "segments, 2, 1, 50",
    "segments, 3, 1, 50",
    "segments, 4, 0, 50",
    "segments, 4, 1, 2",
    "segments, 5, 1, 4"
  })
  void aResumedRunHasTheSameBitsAndBooks(String rows, int kept, int ahead, int recycling) {
    String[] settings = {
      "rows=" + rows, "fleet_workers=2", "rounds_ahead=" + ahead, "recycle_epochs=" + recycling
    };
    Outcome whole = run(7, room(), settings);
    Map<String, Tensor> state = new HashMap<>();
    try (Algorithm first = open(room(), settings)) {
      go(first, kept);
      first.weights().forEach(tensor -> state.put(tensor.name(), tensor));
      first.optimiser().forEach(tensor -> state.put(tensor.name(), tensor));
    }
    try (Algorithm second = open(room(), settings)) {
      second.restore(state, kept);
      Outcome rest = go(second, 7);
      assertArrayEquals(whole.weights(), rest.weights());
      assertEquals(whole.metrics().subList(kept, 7), rest.metrics());
      FleetBooks books = rest.books().orElseThrow();
      assertTrue(books.balanced(), books::toString);
      assertEquals(whole.books().orElseThrow().ends(), books.ends());
      assertEquals(whole.books().orElseThrow().recycled(), books.recycled());
      assertEquals(whole.books().orElseThrow().steps(), books.steps());
      assertEquals(whole.books().orElseThrow().lags(), books.lags());
    }
  }

  @Test
  void aRunWithWorkersDoesNotGoOnFromOneWithout() {
    Map<String, Tensor> state = new HashMap<>();
    try (Algorithm first = open(room())) {
      first.update();
      first.weights().forEach(tensor -> state.put(tensor.name(), tensor));
      first.optimiser().forEach(tensor -> state.put(tensor.name(), tensor));
    }
    try (Algorithm second = open(room(), "fleet_workers=2")) {
      assertThrows(Problem.class, () -> second.restore(state, 1));
    }
  }

  @Test
  void recycledWorkersHaveNewSeeds() {
    String[] settings = {"fleet_workers=2", "rows=episodes", "updates=6", "recycle_epochs=50"};
    Outcome old = run(6, room(), settings);
    settings[3] = "recycle_epochs=3";
    Outcome fresh = run(6, room(), settings);

    FleetBooks books = fresh.books().orElseThrow();
    assertEquals(2, books.recycled());
    assertTrue(books.balanced(), books::toString);
    assertEquals(0, books.lost(), "whole episodes have ended when a worker is recycled");
    assertEquals(old.metrics().subList(0, 3), fresh.metrics().subList(0, 3));
    assertFalse(
        old.metrics().get(3).equals(fresh.metrics().get(3)),
        "a worker with its old seed would see the same worlds again");
  }

  @Test
  void aWorkerRecycledWithinEpisodesLosesThem() {
    FleetBooks books = run(6, room(), "fleet_workers=2", "recycle_epochs=2").books().orElseThrow();

    assertTrue(books.recycled() >= 2);
    assertTrue(books.lost() > 0);
    assertTrue(books.balanced(), books::toString);
  }

  @ParameterizedTest
  @CsvSource({"drop, 9", "warn, 0", "correct, 0"})
  void staleBatchesAreHandledAsToldTo(String action, int collectedAgain) {
    String[] settings = {
      "fleet_workers=3", "max_policy_lag=0", "stale_batch_action=" + action, "learning_rate=0.05"
    };
    Outcome outcome = run(4, room(), settings);

    FleetBooks books = outcome.books().orElseThrow();
    assertEquals(9, books.stale());
    assertEquals(3 + collectedAgain, books.accepted());
    assertEquals(collectedAgain > 0, books.wastedSteps() > 0);
    assertTrue(books.balanced(), books::toString);
    assertArrayEquals(outcome.weights(), run(4, room(), settings).weights());
  }

  @Test
  void batchesOfOlderWeightsAreLearnedFromAroundTheLearnersPolicyAndNoOthers() {
    String[] ahead = {"fleet_workers=2", "rounds_ahead=1", "clip_around=learner"};
    String[] acted = {"fleet_workers=2", "rounds_ahead=1", "clip_around=actor"};
    assertFalse(Arrays.equals(run(3, room(), ahead).weights(), run(3, room(), acted).weights()));
    ahead[1] = "rounds_ahead=0";
    acted[1] = "rounds_ahead=0";
    assertArrayEquals(run(3, room(), ahead).weights(), run(3, room(), acted).weights());
  }

  @Test
  void correctionWeighsStaleBatchesAndNothingElse() {
    String[] warn = {
      "fleet_workers=2", "max_policy_lag=0", "learning_rate=0.05", "stale_batch_action=warn"
    };
    String[] correct = warn.clone();
    correct[3] = "stale_batch_action=correct";

    assertFalse(Arrays.equals(run(3, room(), warn).weights(), run(3, room(), correct).weights()));
    warn[1] = "max_policy_lag=1";
    correct[1] = "max_policy_lag=1";
    assertArrayEquals(run(3, room(), warn).weights(), run(3, room(), correct).weights());
  }

  @Test
  void moreWorkersThanEnvironmentsAreRefused() {
    Problem problem = assertThrows(Problem.class, () -> open(room(), "fleet_workers=7").close());
    assertTrue(problem.getMessage().contains("7 workers for 6 environments"), problem.getMessage());
  }

  @Test
  void workersDoNotWaitAtBreakpoints() {
    try (Algorithm algorithm = open(room(), "fleet_workers=2")) {
      algorithm.arm(List.of(), _ -> {});
      assertThrows(Problem.class, () -> algorithm.arm(List.of("tick == 3"), _ -> {}));
    }
  }

  @Test
  void aDrainedWorkerDeliversAndIsReplacedAndTheBooksBalance() {
    try (Algorithm algorithm = open(room(), "fleet_workers=2", "rounds_ahead=0")) {
      UpdateReport _ = algorithm.update();
      algorithm.drain(1);
      UpdateReport _ = algorithm.update();

      FleetState state = algorithm.fleet().orElseThrow();
      assertEquals(List.of(0, 1), state.workers().stream().map(WorkerStatus::generation).toList());
      assertEquals(0, state.books().failures());
      assertEquals(1, state.books().recycled());
      assertEquals(4, state.books().accepted(), "it collected its batch");
      assertTrue(state.books().balanced());
      assertEquals(2, state.update());
      UpdateReport _ = algorithm.update();
      assertEquals(1, algorithm.fleet().orElseThrow().books().recycled(), "only once");
    }
  }

  @Test
  void aKilledWorkerIsReplacedAndItsBatchIsCollectedAgain() {
    try (Algorithm algorithm = open(room(), "fleet_workers=2", "rounds_ahead=0")) {
      UpdateReport _ = algorithm.update();
      algorithm.kill(0);
      UpdateReport report = algorithm.update();

      FleetState state = algorithm.fleet().orElseThrow();
      assertEquals(List.of(1, 0), state.workers().stream().map(WorkerStatus::generation).toList());
      assertEquals(1, state.books().failures());
      assertEquals(4, state.books().accepted());
      assertTrue(state.books().balanced());
      assertTrue(state.books().lost() > 0, "a crash of the infrastructure");
      assertEquals(
          (double) state.books().lost(),
          report.metrics().getOrDefault("fleet/ends_infra_crash", Double.NaN));
    }
  }

  /// The metrics of an update and the state of the workers are the same numbers.
  @Test
  void metricsAreMadeFromTheState() {
    try (Algorithm algorithm = open(room(), "fleet_workers=2", "rounds_ahead=0")) {
      UpdateReport report = algorithm.update();
      Map<String, Double> metrics = algorithm.fleet().orElseThrow().metrics();

      Map<String, Double> measured = new HashMap<>(report.metrics());
      measured.keySet().removeIf(name -> !name.startsWith("fleet/"));
      assertEquals(metrics, measured);
      assertEquals(1, algorithm.fleet().orElseThrow().version());
    }
    try (Algorithm alone = open(room())) {
      assertEquals(Optional.empty(), alone.fleet());
    }
  }
}
